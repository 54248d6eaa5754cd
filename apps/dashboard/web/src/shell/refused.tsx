import { Button } from '@mantine/core';
import { Lock } from 'lucide-react';
import { useEffect } from 'react';
import { Empty } from '#web/parts/states.tsx';
import styles from './shell.module.css';
import { goToSignIn } from './signed-out.ts';
import { useShellWords } from './words.ts';

/** Stands in place of the dashboard when a session is refused again right after a sign-in. */
export default function Refused() {
  const words = useShellWords();
  useEffect(() => {
    document.title = `${words.refused} · Service`;
  }, [words]);
  return (
    <main className={styles.lonely}>
      <h1 className="visually-hidden">{words.refused}</h1>
      <Empty title={words.refused} icon={Lock} action={<Button onClick={goToSignIn}>{words.signIn}</Button>}>
        {words.refusedLead}
      </Empty>
    </main>
  );
}
