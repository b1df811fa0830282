import type { Demo } from '../../demo/demo.ts';
import { Amount } from '../amount/amount.tsx';
import { Card } from '../card/card.tsx';
import { Row } from './row.tsx';

export const rowDemo: Demo = {
  title: '列表行 Row',
  Show: () => (
    <Card flush>
      <Row
        icon="bolt"
        title="电费 · 8 台"
        caption="11-20 14:02 · 604.451 kWh"
        value={<Amount value="-35.060000" coin="USDT" />}
        valueCaption="余额 214.86"
        href="#row"
      />
      <Row
        title="Antminer S21 XP Hyd. 水冷版（乐山二期 3 号冷却机柜）"
        caption="LS2-H3-0009 · 运行 0 小时"
        value={<Amount value="0.00000000" coin="BTC" />}
        valueCaption="维护中，无产出"
        expanded={false}
        onClick={() => undefined}
      />
      <Row title="可选的一行" caption="已选" value="值" chosen onClick={() => undefined} />
      <Row title="提现 BTC" caption="20:18" value="−0.05" valueCaption="失败" note="收款地址未通过安全核查，已退回" />
      <Row title="没有去处的一行" value="值" />
    </Card>
  ),
};
