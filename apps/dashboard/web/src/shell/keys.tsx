import { Modal } from '@mantine/core';
import { Fragment } from 'react';
import styles from './shell.module.css';
import { useShellWords } from './words.ts';

/** The list of keys, which `?` opens. */
export default function Keys({ opened, close }: { opened: boolean; close: () => void }) {
  const words = useShellWords();
  const keys = [
    ['Ctrl K', words.keysPalette],
    ['/', words.keysFilter],
    ['g h', words.keysHome],
    ['g m', words.keysMessages],
    ['g s', words.keysSend],
    ['?', words.keysHelp],
  ] as const;
  return (
    <Modal opened={opened} onClose={close} title={words.keys}>
      <dl className={styles.keys}>
        {keys.map(([key, does]) => (
          <Fragment key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </Fragment>
        ))}
      </dl>
    </Modal>
  );
}
