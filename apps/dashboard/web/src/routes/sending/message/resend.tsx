import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { Repeat } from 'lucide-react';
import { useSendKeys } from '#web/graphql/send-key.ts';
import { useWrite } from '#web/graphql/use-write.ts';
import { Confirm } from '#web/parts/dialogs.tsx';
import { ResendMessageDocument } from './message.generated.ts';
import { useMessageWords } from './words.ts';

/** Sends a message once more as it is, and leads to the new one. */
export function Resend({ id, to }: { id: string; to: string }) {
  const words = useMessageWords();
  const navigate = useNavigate();
  const keys = useSendKeys();
  const resend = useWrite(ResendMessageDocument, words.resent);
  const run = async () => {
    const sent = (await resend.run({ id, idempotencyKey: keys.of(id) }))?.resendMessage;
    if (!sent) return;
    keys.sent();
    void navigate({ to: `/messages/${sent.message.id}` });
  };
  return (
    <Confirm
      title={words.resendTitle(to)}
      confirm={words.again}
      danger={false}
      run={run}
      trigger={(open) => (
        <Button variant="default" onClick={open} leftSection={<Repeat size={16} aria-hidden />}>
          {words.again}
        </Button>
      )}
    >
      {words.resendText}
    </Confirm>
  );
}

const MOVING = new Set(['queued', 'processing', 'sending']);

/** Returns true if a message may be sent once more: not while it is on its way, since two would arrive. */
export const mayBeSentAgain = ({ status }: { status: string }): boolean => !MOVING.has(status);
