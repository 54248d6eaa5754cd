import { Button, type ButtonProps, Modal } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useCommon } from '#web/i18n/common.ts';
import styles from './screen.module.css';

interface ConfirmProps {
  /** The button that asks. */
  trigger(open: () => void): ReactNode;
  title: string;
  children: ReactNode;
  confirm: string;
  danger?: boolean;
  run(): Promise<unknown>;
}

/** Asks before something is done that cannot be taken back. */
export function Confirm({ trigger, title, children, confirm, danger = true, run }: ConfirmProps) {
  const common = useCommon();
  const [opened, setOpened] = useState(false);
  const [running, setRunning] = useState(false);
  const go = async () => {
    setRunning(true);
    await run();
    setRunning(false);
    setOpened(false);
  };
  return (
    <>
      {trigger(() => setOpened(true))}
      <Modal opened={opened} onClose={() => setOpened(false)} title={title}>
        <div className={styles.form}>
          <div>{children}</div>
          <div className={styles.buttons}>
            <Button variant="default" onClick={() => setOpened(false)}>
              {common.cancel}
            </Button>
            <Button color={danger ? 'bad' : undefined} loading={running} onClick={() => void go()} data-autofocus>
              {confirm}
            </Button>
          </div>
        </div>
      </Modal>
    </>
  );
}

interface FormDialogProps {
  opened: boolean;
  close(): void;
  title: string;
  submit: string;
  running?: boolean;
  size?: string;
  onSubmit(event: FormEvent<HTMLFormElement>): void;
  children: ReactNode;
}

/** A form in a dialog of its own. */
export function FormDialog({ opened, close, title, submit, running, size, onSubmit, children }: FormDialogProps) {
  const common = useCommon();
  return (
    <Modal opened={opened} onClose={close} title={title} size={size}>
      <form className={styles.form} onSubmit={onSubmit}>
        {children}
        <div className={styles.buttons}>
          <Button variant="default" onClick={close}>
            {common.cancel}
          </Button>
          <Button type="submit" loading={running}>
            {submit}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

/** A form on the screen itself. */
export function Form({
  onSubmit,
  children,
}: {
  onSubmit(event: FormEvent<HTMLFormElement>): void;
  children: ReactNode;
}) {
  return (
    <form className={styles.form} onSubmit={onSubmit}>
      {children}
    </form>
  );
}

export const FormButtons = ({ children }: { children: ReactNode }) => <div className={styles.buttons}>{children}</div>;

export type { ButtonProps };
