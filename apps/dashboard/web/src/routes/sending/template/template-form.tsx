import { Button, NativeSelect, SegmentedControl, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useWrite } from '#web/graphql/use-write.ts';
import { useCommon } from '#web/i18n/common.ts';
import { Form, FormButtons } from '#web/parts/dialogs.tsx';
import { variablesIn } from '#web/parts/lists-of-text.ts';
import { Card, Cards } from '#web/parts/screen.tsx';
import { Loading } from '#web/parts/states.tsx';
import { useTemplatesWords } from '../templates/words.ts';
import { CreateTemplateDocument, type TemplateQuery, UpdateTemplateDocument } from './template.generated.ts';
import { TemplatePreview } from './template-preview.tsx';

const RichText = lazy(() => import('./rich-text.tsx'));

type Template = NonNullable<TemplateQuery['template']>;

export function TemplateForm({ template }: { template?: Template }) {
  const words = useTemplatesWords();
  const common = useCommon();
  const navigate = useNavigate();
  const [code, setCode] = useState(template?.html != null);
  const form = useForm({
    initialValues: {
      name: template?.name ?? '',
      alias: template?.alias ?? '',
      channel: template?.channel ?? 'email',
      subject: template?.subject ?? '',
      html: template?.html ?? '',
      text: template?.text ?? '',
    },
    validate: { name: (value) => (value.trim() ? null : words.needName) },
  });
  const create = useWrite(CreateTemplateDocument, words.saved, form);
  const update = useWrite(UpdateTemplateDocument, words.saved, form);
  const submit = form.onSubmit(async ({ name, alias, channel, subject, html, text }) => {
    const names = { name, alias: alias.trim() || null };
    const parts =
      channel === 'sms' ? { ...names, text } : { ...names, subject, html: html || undefined, text: text || undefined };
    if (template) {
      await update.run({ id: template.id, input: parts });
      return;
    }
    const created = (await create.run({ input: { ...parts, channel } }))?.createTemplate;
    if (created) void navigate({ to: `/templates/${created.id}`, replace: true });
  });
  const { values } = form;
  const variables = variablesIn(values.subject, values.html, values.text);
  const mail = values.channel === 'email';
  return (
    <Cards>
      <Card>
        <Form onSubmit={submit}>
          <TextInput label={common.name} {...form.getInputProps('name')} />
          <TextInput label={words.alias} description={words.aliasHint} {...form.getInputProps('alias')} />
          {!template && (
            <NativeSelect
              label={words.channel}
              data={(['email', 'sms', 'push'] as const).map((value) => ({ value, label: words[value] }))}
              {...form.getInputProps('channel')}
            />
          )}
          {values.channel !== 'sms' && <TextInput label={words.subject} {...form.getInputProps('subject')} />}
          {mail && (
            <>
              <SegmentedControl
                aria-label={words.content}
                value={code ? 'code' : 'write'}
                onChange={(value) => setCode(value === 'code')}
                data={[
                  { value: 'write', label: words.write },
                  { value: 'code', label: words.code },
                ]}
              />
              {code ? (
                <Textarea label={words.html} autosize minRows={10} maxRows={24} {...form.getInputProps('html')} />
              ) : (
                <Suspense fallback={<Loading rows={6} />}>
                  <RichText html={values.html} change={(html) => form.setFieldValue('html', html)} />
                </Suspense>
              )}
            </>
          )}
          <Textarea
            label={words.text}
            description={words.textHint}
            autosize
            minRows={mail ? 3 : 6}
            {...form.getInputProps('text')}
          />
          {variables.length > 0 && <div>{words.variables(variables.join(', '))}</div>}
          <FormButtons>
            <Button type="submit" loading={create.running || update.running}>
              {common.save}
            </Button>
          </FormButtons>
        </Form>
      </Card>
      <TemplatePreview id={template?.id} isMail={mail} html={values.html} text={values.text} variables={variables} />
    </Cards>
  );
}
