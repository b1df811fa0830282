import { IconButton } from '@lode/ui';
import { href } from '../lib/routes.ts';
import { titles } from '../locales/zh/titles.ts';

/** 客服, in the header of every page. */
export const SupportLink = () => <IconButton icon="help" label={titles.support} href={href('support')} />;
