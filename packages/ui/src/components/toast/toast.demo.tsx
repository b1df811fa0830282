import type { Demo } from '../../demo/demo.ts';
import { copyText } from '../../lib/copy-text.ts';
import { Button } from '../button/button.tsx';
import { showLoading, toast } from './toast-store.ts';

const long = '网络错误，请检查网络。'.repeat(12);

export const toastDemo: Demo = {
  title: '轻提示 toast · showLoading · copyText',
  Show: () => (
    <>
      <Button size="s" variant="quiet" onClick={() => void copyText('LS2-03-1182')}>
        复制
      </Button>{' '}
      <Button size="s" variant="quiet" onClick={() => toast.error(long)}>
        很长的错误
      </Button>{' '}
      <Button size="s" variant="quiet" onClick={() => setTimeout(showLoading(), 1500)}>
        加载
      </Button>
    </>
  ),
};
