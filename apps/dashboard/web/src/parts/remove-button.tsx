import { ActionIcon } from '@mantine/core';
import { Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useCommon } from '#web/i18n/common.ts';
import { Confirm } from './dialogs.tsx';

interface RemoveButtonProps {
  /** The thing, for those who hear the button instead of seeing its row. */
  what: string;
  title: string;
  run(): Promise<unknown>;
  children: ReactNode;
}

/** The button of a row that deletes it, and asks first. */
export function RemoveButton({ what, title, run, children }: RemoveButtonProps) {
  const common = useCommon();
  return (
    <Confirm
      title={title}
      confirm={common.delete}
      run={run}
      trigger={(open) => (
        <ActionIcon variant="subtle" aria-label={`${common.delete}: ${what}`} onClick={open}>
          <Trash2 size={16} />
        </ActionIcon>
      )}
    >
      {children}
    </Confirm>
  );
}
