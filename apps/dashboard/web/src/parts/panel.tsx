import type { ReactNode } from 'react';
import { Card, Toolbar } from '#web/parts/screen.tsx';
import styles from './panel.module.css';

interface PanelProps {
  filters?: ReactNode;
  actions: ReactNode;
  children: ReactNode;
}

/** A list with its filters and buttons, inside of a tab. */
export const Panel = ({ filters, actions, children }: PanelProps) => (
  <div className={styles.panel}>
    <div className={styles.bar}>
      <Toolbar>{filters}</Toolbar>
      <div>{actions}</div>
    </div>
    <Card flush>{children}</Card>
  </div>
);
