import { Link } from '@tanstack/react-router';
import { ChevronLeft } from 'lucide-react';
import { type ReactNode, useEffect, useId } from 'react';
import { useCommon } from '#web/i18n/common.ts';
import styles from './screen.module.css';

interface ScreenProps {
  title: string;
  lead?: ReactNode;
  actions?: ReactNode;
  /** Where the link above the heading leads. */
  back?: { to: string; search?: Readonly<Record<string, string>>; label?: string };
  children: ReactNode;
}

/** A screen with its heading, which is also the title of the window. */
export function Screen({ title, lead, actions, back, children }: ScreenProps) {
  const common = useCommon();
  useEffect(() => {
    document.title = `${title} · Service`;
  }, [title]);
  return (
    <div className={styles.screen}>
      <header className={styles.head}>
        <div>
          {back && (
            <Link to={back.to} search={back.search as never} className={styles.back}>
              <ChevronLeft size={16} aria-hidden />
              {back.label ?? common.back}
            </Link>
          )}
          <h1>{title}</h1>
          {lead && <p className={styles.lead}>{lead}</p>}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  );
}

interface CardProps {
  title?: string;
  lead?: ReactNode;
  actions?: ReactNode;
  /** The content reaches the edges, as a list does. */
  flush?: boolean;
  children: ReactNode;
}

export function Card({ title, lead, actions, flush, children }: CardProps) {
  const id = useId();
  return (
    <section className={styles.card} data-flush={flush || undefined} aria-labelledby={title ? id : undefined}>
      {title && (
        <header className={styles.cardHead}>
          <div>
            <h2 id={id}>{title}</h2>
            {lead && <p className={styles.cardLead}>{lead}</p>}
          </div>
          {actions && <div className={styles.actions}>{actions}</div>}
        </header>
      )}
      {children}
    </section>
  );
}

/** Cards side by side where there is room. */
export const Cards = ({ children }: { children: ReactNode }) => <div className={styles.grid}>{children}</div>;

/** The filters above a list. */
export const Toolbar = ({ children }: { children: ReactNode }) => <div className={styles.toolbar}>{children}</div>;
