import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { MessageSquare } from 'lucide-react';
import { useState } from 'react';
import { usePages } from '#web/graphql/use-read.ts';
import { useWrite } from '#web/graphql/use-write.ts';
import { useCommon } from '#web/i18n/common.ts';
import { Badge, StatusBadge } from '#web/parts/badge.tsx';
import { FormDialog } from '#web/parts/dialogs.tsx';
import { RemoveButton } from '#web/parts/remove-button.tsx';
import { PagedRows } from '#web/parts/paged-rows.tsx';
import { Card } from '#web/parts/screen.tsx';
import { Empty } from '#web/parts/states.tsx';
import {
  ConfirmSmsSenderDocument,
  CreateSmsSenderDocument,
  DeleteSmsSenderDocument,
  MakeSenderDefaultDocument,
  SendSenderCodeDocument,
  SmsSendersDocument,
} from './sms.generated.ts';
import { useSmsWords } from './words.ts';

/** Who texts come from. A number is confirmed by a code that is texted to it. */
export function Senders() {
  const words = useSmsWords();
  const common = useCommon();
  const [opened, { open, close }] = useDisclosure(false);
  const [confirming, setConfirming] = useState<string | null>(null);
  const read = usePages(SmsSendersDocument, {}, 'smsSenders');
  const sendCode = useWrite(SendSenderCodeDocument, words.codeSent);
  const makeDefault = useWrite(MakeSenderDefaultDocument, common.saved);
  const remove = useWrite(DeleteSmsSenderDocument);
  const confirm = async (id: string) => {
    if (await sendCode.run({ id })) setConfirming(id);
  };
  return (
    <Card title={words.senders} flush actions={<Button onClick={open}>{words.newSender}</Button>}>
      <PagedRows
        label={words.senders}
        read={read}
        keyOf={({ id }) => id}
        columns={[
          { title: words.sender, width: '2fr', cell: ({ value }) => <strong>{value}</strong> },
          { title: common.status, cell: ({ state }) => <StatusBadge status={state} /> },
          {
            title: words.default,
            cell: ({ id, state, ...sender }) =>
              sender.default ? (
                <Badge mood="good">{words.default}</Badge>
              ) : (
                state === 'confirmed' && (
                  <Button size="compact-sm" variant="subtle" onClick={() => void makeDefault.run({ id })}>
                    {words.makeDefault}
                  </Button>
                )
              ),
          },
          {
            title: '',
            width: '140px',
            actions: true,
            cell: ({ id, value, kind, state }) => (
              <>
                {state === 'pending' && kind === 'number' && (
                  <Button size="compact-sm" variant="subtle" onClick={() => void confirm(id)}>
                    {words.sendCode}
                  </Button>
                )}
                <RemoveButton what={value} title={words.removeTitle(value)} run={() => remove.run({ id })}>
                  {words.removeText}
                </RemoveButton>
              </>
            ),
          },
        ]}
        empty={
          <Empty title={words.noSenders} icon={MessageSquare}>
            {words.noSendersLead}
          </Empty>
        }
      />
      <NewSender opened={opened} close={close} />
      <ConfirmSender id={confirming} close={() => setConfirming(null)} />
    </Card>
  );
}

function NewSender({ opened, close }: { opened: boolean; close: () => void }) {
  const words = useSmsWords();
  const form = useForm({
    initialValues: { value: '' },
    validate: { value: (value) => (value.trim() ? null : words.need) },
  });
  const create = useWrite(CreateSmsSenderDocument, undefined, form);
  const submit = form.onSubmit(async (input) => {
    if (!(await create.run({ input }))) return;
    form.reset();
    close();
  });
  return (
    <FormDialog
      opened={opened}
      close={close}
      title={words.newSender}
      submit={words.newSender}
      running={create.running}
      onSubmit={submit}
    >
      <TextInput label={words.sender} description={words.senderHint} data-autofocus {...form.getInputProps('value')} />
    </FormDialog>
  );
}

function ConfirmSender({ id, close }: { id: string | null; close: () => void }) {
  const words = useSmsWords();
  const form = useForm({
    initialValues: { code: '' },
    validate: { code: (value) => (value.trim() ? null : words.need) },
  });
  const confirm = useWrite(ConfirmSmsSenderDocument, words.confirmed, form);
  const submit = form.onSubmit(async ({ code }) => {
    if (!id || !(await confirm.run({ id, input: { code: code.trim() } }))) return;
    form.reset();
    close();
  });
  return (
    <FormDialog
      opened={id !== null}
      close={close}
      title={words.sendCode}
      submit={words.sendCode}
      running={confirm.running}
      onSubmit={submit}
    >
      <TextInput
        label={words.code}
        inputMode="numeric"
        autoComplete="one-time-code"
        data-autofocus
        {...form.getInputProps('code')}
      />
    </FormDialog>
  );
}
