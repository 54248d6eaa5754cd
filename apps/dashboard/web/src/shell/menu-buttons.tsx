import { ChevronsUpDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useSession } from './session.ts';
import styles from './shell.module.css';
import { useShellWords } from './words.ts';

/** The button of the account that is shown. */
export function SwitcherButton(props: ComponentProps<'button'>) {
  const words = useShellWords();
  const { tenant } = useSession();
  const name = tenant.name || words.console;
  return (
    <button {...props} type="button" className={styles.switcher} aria-label={`${words.switchTenant}: ${name}`}>
      <span>{name}</span>
      <ChevronsUpDown size={14} aria-hidden />
    </button>
  );
}

/** The button of the user who is signed in. */
export function UserButton(props: ComponentProps<'button'>) {
  const words = useShellWords();
  const { me } = useSession();
  const shown = me.name || me.email || words.supporter;
  return (
    <button {...props} type="button" className={styles.avatar} aria-label={`${words.you}: ${shown}`}>
      {(shown.trim()[0] ?? '?').toUpperCase()}
    </button>
  );
}
