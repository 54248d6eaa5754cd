import { Button, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { useSendKeys } from '#web/graphql/send-key.ts';
import { useWrite } from '#web/graphql/use-write.ts';
import { Form, FormButtons } from '#web/parts/dialogs.tsx';
import { addressesOf } from '#web/parts/lists-of-text.ts';
import { Card, Cards } from '#web/parts/screen.tsx';
import { SendPushDocument } from './send.generated.ts';
import { useSendWords } from './words.ts';

export function PushForm() {
  const words = useSendWords();
  const navigate = useNavigate();
  const form = useForm({
    initialValues: { deviceTokens: '', topic: '', title: '', body: '' },
    validate: {
      deviceTokens: (value, { topic }) => (topic || addressesOf(value).length > 0 ? null : words.required),
      title: (value) => (value ? null : words.required),
    },
  });
  const keys = useSendKeys();
  const send = useWrite(SendPushDocument, words.sent, form);
  const submit = form.onSubmit(async ({ deviceTokens, topic, title, body }) => {
    const target = topic ? { topic } : { deviceTokens: addressesOf(deviceTokens) };
    const input = { ...target, notification: { title, body } };
    const sent = await send.run({ input: { ...input, idempotencyKey: keys.of(input) } });
    const id = sent?.sendPush?.messages[0]?.id;
    if (!id) return;
    keys.sent();
    void navigate({ to: `/messages/${id}` });
  });
  return (
    <Cards>
      <Card>
        <Form onSubmit={submit}>
          <Textarea
            label={words.devices}
            description={words.devicesHint}
            autosize
            minRows={2}
            {...form.getInputProps('deviceTokens')}
          />
          <TextInput label={words.topic} {...form.getInputProps('topic')} />
          <TextInput label={words.pushTitle} {...form.getInputProps('title')} />
          <Textarea label={words.body} autosize minRows={3} {...form.getInputProps('body')} />
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
