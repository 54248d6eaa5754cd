import { ActionIcon, Button, Modal } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { Check, Copy as CopyIcon } from 'lucide-react';
import { useCommon } from '#web/i18n/common.ts';
import styles from './copy.module.css';
import screen from './screen.module.css';

/** A text to be taken elsewhere, with a button that copies it. */
export function Copy({ text, block, what }: { text: string; block?: boolean; what?: string }) {
  const common = useCommon();
  const { copied, copy } = useClipboard();
  return (
    <span className={styles.copy} data-block={block || undefined}>
      <code title={block ? undefined : text}>{text}</code>
      <ActionIcon
        variant="subtle"
        size="sm"
        aria-label={copied ? common.copied : [common.copy, what].filter(Boolean).join(': ')}
        onClick={() => copy(text)}
      >
        {copied ? <Check size={14} /> : <CopyIcon size={14} />}
      </ActionIcon>
    </span>
  );
}

interface SecretProps {
  title: string;
  /** Null while there is nothing to show. */
  secret: string | null;
  close(): void;
}

/** Shows a secret, which nothing shows again. A click beside it does not close it. */
export function SecretDialog({ title, secret, close }: SecretProps) {
  const common = useCommon();
  return (
    <Modal opened={secret !== null} onClose={close} title={title} closeOnClickOutside={false} size="lg">
      <div className={screen.form}>
        <span>{common.secretOnce}</span>
        <Copy text={secret ?? ''} block />
        <div className={screen.buttons}>
          <Button onClick={close}>{common.done}</Button>
        </div>
      </div>
    </Modal>
  );
}
