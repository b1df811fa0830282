import { AgreementArticle, type AgreementArticleProps } from '@lode/ui';
import { ContactText } from '../ask-about.tsx';

/** An agreement, whose contacts are links. */
export function AgreementText(props: Omit<AgreementArticleProps, 'lineOf'>) {
  return <AgreementArticle {...props} lineOf={(line) => <ContactText>{line}</ContactText>} />;
}
