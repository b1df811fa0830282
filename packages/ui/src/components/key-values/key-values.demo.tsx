import type { Demo } from '../../demo/demo.ts';
import { Card } from '../card/card.tsx';
import { KeyValues } from './key-values.tsx';

export const keyValuesDemo: Demo = {
  title: '名称与值 KeyValues',
  Show: () => (
    <Card title="托管信息">
      <KeyValues
        items={[
          { label: '购买方式', value: '认购' },
          { label: '额定功率', value: '3,031 W · 21.5 J/TH' },
          { label: '合约到期', value: '2028-03-18（剩余 484 天）' },
        ]}
      />
    </Card>
  ),
};
