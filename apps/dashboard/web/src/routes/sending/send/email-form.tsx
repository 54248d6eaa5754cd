import { Button, NativeSelect, SegmentedControl, Textarea, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { Send } from 'lucide-react';
import { useSendKeys } from '#web/graphql/send-key.ts';
import { useWrite } from '#web/graphql/use-write.ts';
import { Form, FormButtons } from '#web/parts/dialogs.tsx';
import { addressesOf, isoOf, pairsOf, variablesIn } from '#web/parts/lists-of-text.ts';
import { Preview } from '#web/parts/preview.tsx';
import { Card, Cards } from '#web/parts/screen.tsx';
import { Source } from '#web/parts/source.tsx';
import { Empty } from '#web/parts/states.tsx';
import { emailInput, type EmailValues } from './inputs.ts';
import { type MessageToRepeatQuery, SendEmailDocument, type SendSourcesQuery } from './send.generated.ts';
import { SuppressedNotice } from './suppressed-notice.tsx';
import { useSendWords } from './words.ts';

interface EmailFormProps {
  sources: SendSourcesQuery | undefined;
  /** The message that is sent once more. */
  begun: MessageToRepeatQuery['message'] | undefined;
}

export function EmailForm({ sources, begun }: EmailFormProps) {
  const words = useSendWords();
  const navigate = useNavigate();
  const needed = (value: string) => (value.trim() ? null : words.required);
  const form = useForm<EmailValues>({
    initialValues: {
      source: begun?.message.from ?? '',
      to: begun?.message.to ?? '',
      kind: begun?.body.html ? 'html' : 'text',
      subject: begun?.message.subject ?? '',
      text: begun?.body.text ?? '',
      html: begun?.body.html ?? '',
      templateId: '',
      data: '',
      sendAt: '',
      tags: '',
    },
    validate: {
      source: needed,
      to: (value) => (addressesOf(value).length > 0 ? null : words.required),
      subject: (value, { kind }) => (kind === 'template' ? null : needed(value)),
      templateId: (value, { kind }) => (kind === 'template' ? needed(value) : null),
      data: (value) => (pairsOf(value) ? null : words.dataWrong),
      tags: (value) => (pairsOf(value) ? null : words.dataWrong),
    },
  });
  const keys = useSendKeys();
  const send = useWrite(SendEmailDocument, words.sent, form);
  const submit = form.onSubmit(async (values) => {
    const input = emailInput(values, isoOf(values.sendAt));
    const sent = await send.run({ input: { ...input, idempotencyKey: keys.of(input) } });
    const id = sent?.sendEmail?.messages[0]?.id;
    if (!id) return;
    keys.sent();
    void navigate({ to: `/messages/${id}` });
  });
  const { values } = form;
  return (
    <Cards>
      <Card>
        <Form onSubmit={submit}>
          <TextInput
            label={words.from}
            autoComplete="off"
            description={sources ? domainsHint(sources, words) : undefined}
            {...form.getInputProps('source')}
          />
          <Textarea label={words.to} description={words.toHint} autosize minRows={1} {...form.getInputProps('to')} />
          <SuppressedNotice addresses={values.to} />
          <SegmentedControl
            aria-label={words.content}
            data={[
              { value: 'text', label: words.write },
              { value: 'html', label: words.html },
              { value: 'template', label: words.template },
            ]}
            {...form.getInputProps('kind')}
          />
          {values.kind === 'template' ? (
            <TemplateFields form={form} sources={sources} />
          ) : (
            <>
              <TextInput label={words.subject} {...form.getInputProps('subject')} />
              <Textarea
                key={values.kind}
                label={values.kind === 'html' ? words.html : words.text}
                autosize
                minRows={8}
                maxRows={24}
                {...form.getInputProps(values.kind)}
              />
            </>
          )}
          <Textarea
            label={words.tags}
            description={words.dataHint}
            autosize
            minRows={1}
            {...form.getInputProps('tags')}
          />
          <TextInput
            label={words.later}
            description={words.laterHint}
            type="datetime-local"
            {...form.getInputProps('sendAt')}
          />
          <FormButtons>
            <Button type="submit" loading={send.running} leftSection={<Send size={16} aria-hidden />}>
              {words.send}
            </Button>
          </FormButtons>
        </Form>
      </Card>
      <Card title={words.preview}>
        <Shown values={values} sources={sources} />
      </Card>
    </Cards>
  );
}

interface TemplateFieldsProps {
  form: Pick<UseFormReturnType<EmailValues>, 'getInputProps' | 'setFieldValue'>;
  sources: SendSourcesQuery | undefined;
}

function TemplateFields({ form, sources }: TemplateFieldsProps) {
  const words = useSendWords();
  const templates = templatesOf(sources);
  const choose = (id: string) => {
    const { subject, html, text } = templates.find((template) => template.id === id) ?? {};
    form.setFieldValue('templateId', id);
    form.setFieldValue(
      'data',
      variablesIn(subject, html, text)
        .map((name) => `${name}: `)
        .join('\n'),
    );
  };
  return (
    <>
      <NativeSelect
        label={words.template}
        data={[
          { value: '', label: words.chooseTemplate },
          ...templates.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        {...form.getInputProps('templateId')}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      <Textarea label={words.data} description={words.dataHint} autosize minRows={3} {...form.getInputProps('data')} />
    </>
  );
}

function Shown({ values, sources }: { values: EmailValues; sources: SendSourcesQuery | undefined }) {
  const words = useSendWords();
  const template =
    values.kind === 'template' ? templatesOf(sources).find(({ id }) => id === values.templateId) : undefined;
  const html = template?.html ?? (values.kind === 'html' ? values.html : '');
  const text = template?.text ?? (values.kind === 'text' ? values.text : '');
  if (html) return <Preview html={html} />;
  return text ? <Source text={text} label={words.preview} /> : <Empty title={words.previewEmpty} />;
}

const templatesOf = (sources: SendSourcesQuery | undefined) =>
  sources?.templates?.edges.map(({ node }) => node).filter(({ channel }) => channel === 'email') ?? [];

function domainsHint(sources: SendSourcesQuery, words: ReturnType<typeof useSendWords>): string {
  const verified = sources.sendingDomains?.edges.filter(({ node }) => node.status === 'verified') ?? [];
  return verified.length > 0 ? words.fromHint(verified.map(({ node }) => node.name).join(', ')) : words.fromNone;
}
