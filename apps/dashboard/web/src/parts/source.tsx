import styles from './source.module.css';

/** A text as it stands. It can be scrolled by keys. */
export const Source = ({ text, label }: { text: string; label: string }) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keys
  <pre className={styles.source} tabIndex={0} aria-label={label} role="region">
    {text}
  </pre>
);

/** HTML of strangers, in a frame whose policy runs no script. */
export const Frame = ({ src, title, phone }: { src: string; title: string; phone?: boolean }) => (
  <iframe className={styles.frame} src={src} title={title} data-phone={phone || undefined} sandbox="allow-popups" />
);
