import { AgreementArticle, type AgreementArticleProps } from '@lode/ui';
import { ContactText } from '../ask-about.tsx';

const withLinks = (line: string) => <ContactText>{line}</ContactText>;

/** An agreement, whose contacts are links. */
export function AgreementText(props: Omit<AgreementArticleProps, 'lineOf'>) {
  return <AgreementArticle {...props} lineOf={withLinks} />;
}
