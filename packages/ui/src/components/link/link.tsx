import { type ComponentType, createContext, type ReactNode, useContext } from 'react';
import { Icon } from '../icon/icon.tsx';
import styles from './link.module.css';

/** Props that the app's link must accept. */
export interface LinkProps {
  href: string;
  className?: string;
  children?: ReactNode;
  onClick?: () => void;
  'aria-label'?: string;
  'aria-current'?: 'page';
}

type LinkComponent = ComponentType<LinkProps>;

const LinkContext = createContext<LinkComponent>((props) => <a {...props} />);

/** Provides the link component, so that this package needs no router. */
export function LinkProvider({ component, children }: { component: LinkComponent; children: ReactNode }) {
  return <LinkContext value={component}>{children}</LinkContext>;
}

/** The app's link; a plain `<a>` without a provider. */
export function AppLink(props: LinkProps) {
  const Link = useContext(LinkContext);
  return <Link {...props} />;
}

interface Pressable {
  href?: string;
  onClick?: () => void;
  children: ReactNode;
}

/** A link with an `href`, otherwise a button of the same look. */
export function LinkOrButton({
  href,
  onClick,
  className,
  children,
  label,
}: Pressable & { className?: string; label?: string }) {
  if (href !== undefined) {
    return (
      <AppLink href={href} onClick={onClick} className={className} aria-label={label}>
        {children}
      </AppLink>
    );
  }
  return (
    <button type="button" className={className} onClick={onClick} aria-label={label}>
      {children}
    </button>
  );
}

/** Link to the rest of a list: `全部 ›`. */
export function MoreLink({ children, ...target }: Pressable) {
  return (
    <LinkOrButton {...target} className={styles.more}>
      {children}
      <Icon name="right" size="xs" />
    </LinkOrButton>
  );
}

/** Accent-coloured link, 44 px high. */
export function TextLink({ children, ...target }: Pressable) {
  return (
    <LinkOrButton {...target} className={styles.text}>
      {children}
    </LinkOrButton>
  );
}
