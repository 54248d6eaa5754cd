import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import styles from './tabs.module.css';

export interface Tab {
  name: string;
  title: string;
  content: ReactNode;
}

interface TabsProps {
  label: string;
  tabs: readonly Tab[];
  /** The tab that is shown, where something else keeps it, such as the address. */
  chosen?: string;
  choose?(name: string): void;
}

/** Views of one thing, of which one is shown. Arrow keys go from one to the next. */
export function Tabs({ label, tabs, chosen, choose }: TabsProps) {
  const id = useId();
  const [own, setOwn] = useState(tabs[0]?.name);
  const current = tabs.find(({ name }) => name === (chosen ?? own)) ?? tabs[0];
  const show = choose ?? setOwn;
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0 || !current) return;
    const next = tabs[(tabs.indexOf(current) + step + tabs.length) % tabs.length];
    if (!next) return;
    show(next.name);
    document.getElementById(`${id}-${next.name}`)?.focus();
  };
  return (
    <div>
      <div className={styles.tabs} role="tablist" tabIndex={-1} aria-label={label} onKeyDown={move}>
        {tabs.map(({ name, title }) => (
          <button
            key={name}
            id={`${id}-${name}`}
            type="button"
            role="tab"
            className={styles.tab}
            aria-selected={name === current?.name}
            aria-controls={`${id}-panel`}
            tabIndex={name === current?.name ? 0 : -1}
            onClick={() => show(name)}
          >
            {title}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} className={styles.panel} role="tabpanel" aria-labelledby={`${id}-${current?.name}`}>
        {current?.content}
      </div>
    </div>
  );
}
