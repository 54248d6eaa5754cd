import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { LogIn } from 'lucide-react';
import { useState } from 'react';
import { useProblemText } from '#web/i18n/problem-words.ts';
import { FormDialog } from '#web/parts/dialogs.tsx';
import { enterSupport } from '#web/shell/support.ts';
import { useEnterWords } from './words.ts';

/** Looks at an account as support. The reason is in its audit log. */
export function Enter({ id }: { id: string }) {
  const words = useEnterWords();
  const [opened, { open, close }] = useDisclosure(false);
  const form = useForm({
    initialValues: { reason: '' },
    validate: { reason: (value) => (value.trim() ? null : words.need) },
  });
  const problems = useProblemText();
  const [running, setRunning] = useState(false);
  const submit = form.onSubmit(async ({ reason }) => {
    setRunning(true);
    const problem = await enterSupport(id, reason);
    if (!problem) return;
    setRunning(false);
    form.setFieldError('reason', [problems.text(problem), problems.reference(problem)].join(' '));
  });
  return (
    <>
      <Button onClick={open} leftSection={<LogIn size={16} aria-hidden />}>
        {words.enter}
      </Button>
      <FormDialog
        opened={opened}
        close={close}
        title={words.enter}
        submit={words.enter}
        running={running}
        onSubmit={submit}
      >
        <div>{words.lead}</div>
        <TextInput label={words.reason} data-autofocus {...form.getInputProps('reason')} />
      </FormDialog>
    </>
  );
}
