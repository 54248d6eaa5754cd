import { Button, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { useSendKeys } from '#web/graphql/send-key.ts';
import { useWrite } from '#web/graphql/use-write.ts';
import { number } from '#web/i18n/formats.ts';
import { Form, FormButtons } from '#web/parts/dialogs.tsx';
import { addressesOf, isoOf } from '#web/parts/lists-of-text.ts';
import { Card, Cards } from '#web/parts/screen.tsx';
import { segmentsOf } from './segments.ts';
import { type MessageToRepeatQuery, SendSmsDocument } from './send.generated.ts';
import { SuppressedNotice } from './suppressed-notice.tsx';
import { useSendWords } from './words.ts';

export function SmsForm({ begun }: { begun: MessageToRepeatQuery['message'] | undefined }) {
  const words = useSendWords();
  const navigate = useNavigate();
  const text = begun?.message.channel === 'sms' ? begun : undefined;
  const form = useForm({
    initialValues: {
      from: text?.message.from ?? '',
      to: text?.message.to ?? '',
      body: text?.body.text ?? '',
      sendAt: '',
    },
    validate: {
      to: (value) => (addressesOf(value).length > 0 ? null : words.required),
      body: (value) => (value ? null : words.required),
    },
  });
  const keys = useSendKeys();
  const send = useWrite(SendSmsDocument, words.sent, form);
  const submit = form.onSubmit(async ({ from, to, body, sendAt }) => {
    const input = { to: addressesOf(to), body, from: from || undefined, sendAt: isoOf(sendAt) };
    const idempotencyKey = keys.of(input);
    const id = (await send.run({ input: { ...input, idempotencyKey } }))?.sendSms?.messages[0]?.id;
    if (!id) return;
    keys.sent();
    void navigate({ to: `/messages/${id}` });
  });
  const { body } = form.values;
  return (
    <Cards>
      <Card>
        <Form onSubmit={submit}>
          <TextInput label={words.from} description={words.fromSms} {...form.getInputProps('from')} />
          <Textarea label={words.to} description={words.toPhone} autosize {...form.getInputProps('to')} />
          <SuppressedNotice addresses={form.values.to} />
          <Textarea
            label={words.text}
            description={words.characters(number([...body].length), number(segmentsOf(body)))}
            autosize
            minRows={4}
            {...form.getInputProps('body')}
          />
          <TextInput
            label={words.later}
            description={words.laterHint}
            type="datetime-local"
            {...form.getInputProps('sendAt')}
          />
          <FormButtons>
            <Button type="submit" loading={send.running}>
              {words.send}
            </Button>
          </FormButtons>
        </Form>
      </Card>
    </Cards>
  );
}
