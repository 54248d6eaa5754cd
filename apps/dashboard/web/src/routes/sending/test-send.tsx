import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { FlaskConical } from 'lucide-react';
import { useState } from 'react';
import { useSendKeys } from '#web/graphql/send-key.ts';
import { defineWords } from '#web/i18n/words.ts';
import { FormDialog } from '#web/parts/dialogs.tsx';
import { useSession } from '#web/shell/session.ts';

const useWords = defineWords({
  en: {
    test: 'Send a test',
    to: 'To',
    toHint: 'Your own address, or that of a member of the account',
    source: 'From',
    sourceHint: 'An address of a verified domain',
    need: 'This is needed',
  },
  'pt-BR': {
    test: 'Enviar um teste',
    to: 'Para',
    toHint: 'Seu próprio endereço, ou o de um membro da conta',
    source: 'De',
    sourceHint: 'Um endereço de um domínio verificado',
    need: 'Isto é necessário',
  },
  es: {
    test: 'Enviar una prueba',
    to: 'Para',
    toHint: 'Su propia dirección, o la de un miembro de la cuenta',
    source: 'De',
    sourceHint: 'Una dirección de un dominio verificado',
    need: 'Esto es necesario',
  },
});

interface TestSendProps {
  /** The sender is asked for, where what is tried has none of its own. */
  withSource?: boolean;
  /** Sends; a repetition with the same key sends nothing. */
  run(values: { to: string; source: string }, idempotencyKey: string): Promise<unknown>;
}

/** A button that sends what is being written to somebody of the account. */
export function TestSend({ withSource, run }: TestSendProps) {
  const words = useWords();
  const { me } = useSession();
  const keys = useSendKeys();
  const [opened, { open, close }] = useDisclosure(false);
  const [running, setRunning] = useState(false);
  const need = (value: string) => (value.trim() ? null : words.need);
  const form = useForm({
    initialValues: { to: me.email, source: '' },
    validate: { to: need, source: withSource ? need : () => null },
  });
  const begin = () => {
    // The template may have changed since: each opening is a send of its own.
    keys.sent();
    open();
  };
  const submit = form.onSubmit(async (values) => {
    setRunning(true);
    const sent = await run(values, keys.of(values));
    setRunning(false);
    if (sent) close();
  });
  return (
    <>
      <Button variant="default" onClick={begin} leftSection={<FlaskConical size={16} aria-hidden />}>
        {words.test}
      </Button>
      <FormDialog
        opened={opened}
        close={close}
        title={words.test}
        submit={words.test}
        running={running}
        onSubmit={submit}
      >
        {withSource && (
          <TextInput label={words.source} description={words.sourceHint} {...form.getInputProps('source')} />
        )}
        <TextInput
          label={words.to}
          description={words.toHint}
          type="email"
          data-autofocus
          {...form.getInputProps('to')}
        />
      </FormDialog>
    </>
  );
}
