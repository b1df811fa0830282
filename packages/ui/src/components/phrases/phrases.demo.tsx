import type { Demo } from '../../demo/demo.ts';
import { Card } from '../card/card.tsx';
import { Row } from '../row/row.tsx';
import { Phrases } from './phrases.tsx';

export const phrasesDemo: Demo = {
  title: '并列短语 Phrases',
  Show: () => (
    <Card flush>
      <Row title="一行" caption={<Phrases of={['11-20 14:02', '604.451 kWh']} />} />
      <Row
        title="换行"
        caption={
          <Phrases of={['11-20 14:02', '604.451 kWh', 'LS2-H3-0009', '乐山二期 3 号冷却机柜', '运行 24 小时']} />
        }
      />
    </Card>
  ),
};
