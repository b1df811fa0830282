import { type ComponentType, createContext, type ReactNode, useContext } from 'react';
import { Icon } from '../icon/icon.tsx';
import styles from './link.module.css';

/** What a link of the app must take; a router's link does. */
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

/** Tells every component which link to use, so that this package needs no router. */
export function LinkProvider({ component, children }: { component: LinkComponent; children: ReactNode }) {
  return <LinkContext value={component}>{children}</LinkContext>;
}

/** The app's link. Without a provider a plain `<a>`. */
export function AppLink(props: LinkProps) {
  const Link = useContext(LinkContext);
  return <Link {...props} />;
}

interface Pressable {
  href?: string;
  onClick?: () => void;
  children: ReactNode;
}

/** A link when it has an `href`, else a button: the same look for both. */
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

/** Quiet way to the rest of a list: `全部 ›`. */
export function MoreLink({ children, ...target }: Pressable) {
  return (
    <LinkOrButton {...target} className={styles.more}>
      {children}
      <Icon name="right" size="xs" />
    </LinkOrButton>
  );
}

/** Link in the accent's ink, 44 px high. */
export function TextLink({ children, ...target }: Pressable) {
  return (
    <LinkOrButton {...target} className={styles.text}>
      {children}
    </LinkOrButton>
  );
}
