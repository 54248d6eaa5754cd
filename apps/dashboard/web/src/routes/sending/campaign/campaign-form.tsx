import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { useRead } from '#web/graphql/use-read.ts';
import { useWrite } from '#web/graphql/use-write.ts';
import { useCommon } from '#web/i18n/common.ts';
import { number } from '#web/i18n/formats.ts';
import { Form, FormButtons } from '#web/parts/dialogs.tsx';
import { Preview } from '#web/parts/preview.tsx';
import { Card, Cards } from '#web/parts/screen.tsx';
import { Source } from '#web/parts/source.tsx';
import { CampaignAudience } from './campaign-audience.tsx';
import { CampaignTrial } from './campaign-trial.tsx';
import { useCampaignsWords } from '../campaigns/words.ts';
import {
  type CampaignQuery,
  CampaignSourcesDocument,
  CreateCampaignDocument,
  UpdateCampaignDocument,
} from './campaign.generated.ts';

type Campaign = NonNullable<CampaignQuery['campaign']>;

/** A campaign before it is started: to whom, from whom and what. */
export function CampaignForm({ campaign }: { campaign?: Campaign }) {
  const words = useCampaignsWords();
  const common = useCommon();
  const navigate = useNavigate();
  const sources = useRead(CampaignSourcesDocument, {}).data;
  const need = (value: string) => (value.trim() ? null : words.need);
  const form = useForm({
    initialValues: {
      name: campaign?.name ?? '',
      listId: campaign?.listId ?? '',
      source: campaign?.source ?? '',
      templateId: campaign?.templateId ?? '',
      subject: campaign?.subject ?? '',
      html: campaign?.html ?? '',
      text: campaign?.text ?? '',
    },
    validate: {
      name: need,
      listId: need,
      source: need,
      subject: (value, { templateId }) => (templateId ? null : need(value)),
    },
  });
  const create = useWrite(CreateCampaignDocument, words.saved, form);
  const update = useWrite(UpdateCampaignDocument, words.saved, form);
  const submit = form.onSubmit(async ({ name, listId, source, templateId, ...own }) => {
    const written = { subject: own.subject, html: own.html || undefined, text: own.text || undefined };
    const input = { name, listId, source, ...(templateId ? { templateId } : written) };
    if (campaign) {
      if (await update.run({ id: campaign.id, input })) form.resetDirty();
      return;
    }
    const created = (await create.run({ input }))?.createCampaign;
    if (created) void navigate({ to: `/campaigns/${created.id}`, replace: true });
  });
  const lists = sources?.contactLists?.edges.map(({ node }) => node) ?? [];
  const templates =
    sources?.templates?.edges.map(({ node }) => node).filter(({ channel }) => channel === 'email') ?? [];
  const { templateId, html, text } = form.values;
  const shown = templates.find(({ id }) => id === templateId) ?? { html, text };
  return (
    <Cards>
      <Form onSubmit={submit}>
        <Card title={words.audience}>
          <NativeSelect
            label={words.list}
            data={[
              { value: '', label: words.chooseList },
              ...lists.map(({ id, name, memberCount }) => ({
                value: id,
                label: `${name} (${words.members(number(memberCount))})`,
              })),
            ]}
            {...form.getInputProps('listId')}
          />
          <CampaignAudience listId={form.values.listId} />
        </Card>
        <Card title={words.content}>
          <TextInput label={common.name} {...form.getInputProps('name')} />
          <TextInput label={words.from} mt="sm" {...form.getInputProps('source')} />
          <NativeSelect
            label={words.template}
            mt="sm"
            data={[
              { value: '', label: words.noTemplate },
              ...templates.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            {...form.getInputProps('templateId')}
          />
          {!templateId && (
            <>
              <TextInput label={words.subject} mt="sm" {...form.getInputProps('subject')} />
              <Textarea label={words.html} mt="sm" autosize minRows={6} maxRows={20} {...form.getInputProps('html')} />
              <Textarea label={words.text} mt="sm" autosize minRows={3} {...form.getInputProps('text')} />
            </>
          )}
        </Card>
        <FormButtons>
          <Button type="submit" variant={campaign ? 'default' : 'filled'} loading={create.running || update.running}>
            {common.save}
          </Button>
        </FormButtons>
      </Form>
      <Card title={words.preview}>
        {campaign ? (
          <CampaignTrial id={campaign.id} html={shown.html} text={shown.text} isChanged={form.isDirty()} />
        ) : shown.html ? (
          <Preview html={shown.html} />
        ) : (
          <Source text={shown.text ?? ''} label={words.preview} />
        )}
      </Card>
    </Cards>
  );
}
