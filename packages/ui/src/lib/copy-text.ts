import { toast } from '../components/toast/toast-store.ts';
import { zh } from '../locale/zh.ts';

/** Copies text and shows 复制成功 or 复制失败; uses a selection where the clipboard API is missing (plain http, old web views). */
export async function copyText(text: string): Promise<boolean> {
  const isCopied = await writeClipboard(text);
  toast(isCopied ? zh.copied : zh.copyFailed, { icon: isCopied ? 'success' : 'error' });
  return isCopied;
}

async function writeClipboard(text: string): Promise<boolean> {
  if (navigator.clipboard) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      // Refused by the browser or its user; the selection may still work.
    }
  }
  return copyBySelection(text);
}

function copyBySelection(text: string): boolean {
  const holder = document.createElement('textarea');
  holder.value = text;
  holder.readOnly = true;
  holder.style.position = 'fixed';
  holder.style.opacity = '0';
  document.body.append(holder);
  try {
    holder.select();
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    holder.remove();
  }
}
