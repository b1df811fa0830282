import { Link } from 'react-router';
import { useMay } from '../lib/session.ts';
import type { FormAction } from '../locales/zh/proposal-forms.ts';
import { actionName } from '../locales/zh/proposals.ts';

interface ProposalLinkProps {
  action: FormAction;
  /** What the page knows of it already. */
  options?: Record<string, string>;
  label?: string;
}

/** Leads a member who may to the form of an action that has no page of its own. */
export function ProposalLink({ action, options, label = actionName(action) }: ProposalLinkProps) {
  const path = `/proposals/new?${new URLSearchParams({ action, ...options })}`;
  return useMay()(action) ? <Link to={path}>{label}</Link> : null;
}
