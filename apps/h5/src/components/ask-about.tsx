import type { Input } from '@lode/contract';
import { Button } from '@lode/ui';
import { href } from '../lib/routes.ts';
import { commonMessages } from '../locales/zh/common.ts';

/** 就这笔记录咨询: a thread that carries the record. */
export function AskAbout({ of, id }: { of: Input<'supportOpen'>['of']; id: string }) {
  return (
    <Button variant="quiet" icon="help" block href={href('support_thread', { of, record: id })}>
      {commonMessages.askAbout}
    </Button>
  );
}
