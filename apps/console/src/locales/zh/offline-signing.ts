import type { ConsoleData } from '@lode/contract/console';
import { actionName } from '@lode/contract/proposal-names';
import type { ShapeName } from '../../components/shape.tsx';
import type { FileProblems } from '../../lib/read-text.ts';

type Offline = NonNullable<ConsoleData<'offlineSigning'>['offline']>;

export const offlineStates: Record<Offline['state'], { shape: ShapeName; label: string; text: string }> = {
  APPROVAL: { shape: 'wait', label: '等两个人批准', text: '照常提议、批准；之后建好付款，这里就有签名请求。' },
  PAYMENT: { shape: 'run', label: '筛查或建付款中', text: '建好后这里会自己出现签名请求。' },
  REQUEST: { shape: 'wait', label: '等下载签名请求', text: '下载签名请求，带到不联网的签名机上签。' },
  SIGNATURE: {
    shape: 'attention',
    label: '等签好的文件',
    text: '签名请求已导出，等结果文件上传。丢了可以再下载，是同一份；签好的文件被人直接广播，也会从区块里认出来。',
  },
  SIGNED: { shape: 'ok', label: '签名已导入', text: '已存下并广播，之后与别的付款一样跟踪。' },
  ENDED: { shape: 'off', label: '已由两个人作废', text: '不再签名。等别的付款花掉导出文件的输入，金额自动退回。' },
  STOPPED: { shape: 'bad', label: '付款与批准不符', text: '' },
  OVER: { shape: 'off', label: '已结束', text: '这笔提现已结束，不再签名。' },
};

export const offlineTexts = {
  title: '离线签名',
  taken: (by: string | null, time: string) => `${by ?? '—'} 于 ${time} 改为离线签名`,
  take: '改为离线签名',
  takeTitle: (number: string) => `改为离线签名 · ${number}`,
  takeOk: '改为离线签名',
  takeEffect: (amount: string) =>
    `联机的签名机不再签这笔提现。照常由两个人批准；之后要有人下载签名请求，带到不联网的签名机上签，再把结果传回来，才付出 ${amount}。没有人带文件，客户就一直等。`,
  takeBack: '签名机的限额与批准照样检查。改回联机签名要两个人。',
  done: '已改为离线签名',
  onMachine: '在不联网的签名机上：',
  command: (number: string) => `npm run signer -- sign-file --in request-${number}.txt --out response-${number}.txt`,
  download: '下载签名请求',
  downloadAgain: '再下载签名请求',
  downloadEffect: (amount: string) =>
    `文件里是付出 ${amount} 的交易和两个人的批准，没有密钥。导出后这笔提现只能凭这份文件签名；要改回联机签名，两个人须确认它没有签过、也没有留下。`,
  downloaded: (name: string) => `已下载 ${name}`,
  upload: '上传签名结果',
  uploadTitle: '上传签名结果，付款',
  uploadOk: (amount: string) => `导入并付出 ${amount}`,
  uploadEffect: (amount: string) => `签名与导出的付款完全一致才会导入，随即广播：付出 ${amount}，不能撤回。`,
  uploaded: '签名已导入，正在广播',
  file: '签名机写出的结果文件（sign-file 的 --out）',
  noFile: {
    MISSING: '请选择文件',
    TOO_LARGE: '文件超过 1 MB，不是签名结果：请选签名机写出的那个文件。',
    NOT_TEXT: '文件不是文本，不是签名结果：请选签名机写出的那个文件。',
    EMPTY: '文件是空的。',
  } satisfies FileProblems,
  online: '提议改回联机签名',
  onlineTitle: (number: string) => `${actionName('withdrawal:online')} · ${number}`,
  onlineEffect: '两个人确认：导出的文件没有签过，也不再留着。批准后由联机的签名机签名并付款。',
  files: '已导出',
  fileBy: (by: string | null, time: string) => `${by ?? '—'} 于 ${time}`,
};
