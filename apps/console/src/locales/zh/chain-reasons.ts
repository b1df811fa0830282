import { momentText } from '../../lib/time.ts';

type Patterns = readonly (readonly [RegExp, (...parts: string[]) => string])[];

const reasons: Patterns = [
  [/^the demo has not started its node yet$/, () => '演示的节点还在启动，几分钟后会再比'],
  [/^the chain has not been followed yet$/, () => '后台还没有开始跟踪这条链，稍后会再比'],
  [
    /^the watcher is not at the tip of the chain: is the worker running\?$/,
    () => '后台还没有跟到最新区块（后台程序可能没有在运行），稍后会再比',
  ],
  [/^(\w+) is not set$/, (name) => `没有配置节点（${name}）`],
  [/^\w+ node unavailable \(down\): (.*)$/s, (cause) => `连不上节点（${cause}）`],
  [/^\w+ node unavailable \(slow\): (.*)$/s, (cause) => `节点没有及时回答（${cause}）`],
  [/^\w+ node unavailable \(refused\): (.*)$/s, (cause) => `节点拒绝回答（${cause}）`],
  [/^\w+ node unavailable \(malformed\): (.*)$/s, (cause) => `节点的回答看不懂（${cause}）`],
  [
    /^\w+ expects (.*), and (.*) answers behind that address$/s,
    (expected, found) => `节点是另一条链：应为 ${expected}，实为 ${found}`,
  ],
  [
    /^the extended public key is another one than that of the addresses that are in use$/,
    () => '扩展公钥不是发放地址时的那一把',
  ],
  [/^a reorganisation deeper than (\d+) blocks$/, (depth) => `链重组超过 ${depth} 个区块`],
];

const stops: Patterns = [
  [/^no check of the books has ended yet$/, () => '还没有查完过一次'],
  [
    /^the check of the books that began at (\S+) failed: (.*)$/s,
    (at, cause) => `${momentText(at)} 开始的检查失败（${cause}）`,
  ],
  [/^the books were last checked at (\S+)$/, (at) => `上次查完于 ${momentText(at)}，太久了`],
  [/^the check of the books said nothing of (\w+)$/, (coin) => `检查没有查 ${coin}`],
  [/^a difference$/, () => '有差异'],
];

function read(patterns: Patterns, reason: string): string {
  for (const [pattern, text] of patterns) {
    const found = pattern.exec(reason);
    if (found) return text(...found.slice(1));
  }
  return reason;
}

/** Why custody was not held against a chain, or it is not followed: the row keeps the English, and a node's own words stay as they are. */
export const chainReasonText = (reason: string): string => read(reasons, reason);

/** Why the books stop the payments; a difference stays as the check recorded it. */
export const stopReasonText = (reason: string): string => read(stops, reason);
