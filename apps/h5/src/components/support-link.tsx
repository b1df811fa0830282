import { IconButton } from '@lode/ui';
import { href } from '../lib/routes.ts';
import { commonMessages } from '../locales/zh/common.ts';

/** 客服, in the header of every page. */
export const SupportLink = () => <IconButton icon="help" label={commonMessages.support} href={href('support')} />;
