import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useRead } from '#web/graphql/use-read.ts';
import { useWrite } from '#web/graphql/use-write.ts';
import { useCommon } from '#web/i18n/common.ts';
import { number } from '#web/i18n/formats.ts';
import { FormDialog } from '#web/parts/dialogs.tsx';
import { Result } from '#web/parts/result.tsx';
import { Rows } from '#web/parts/rows.tsx';
import { Card, Screen } from '#web/parts/screen.tsx';
import { CreatePlanDocument, PlansDocument, type PlansQuery, UpdatePlanDocument } from '../console.generated.ts';
import { useConsoleWords } from '../words.ts';

type Plan = NonNullable<PlansQuery['plans']>[number];

export default function Plans() {
  const words = useConsoleWords();
  const common = useCommon();
  const [edited, setEdited] = useState<Plan | 'new' | null>(null);
  const read = useRead(PlansDocument, {});
  const shown = (value: number | null | undefined) => (value == null ? words.unlimited : number(value));
  return (
    <Screen
      title={words.plans}
      lead={words.plansLead}
      actions={<Button onClick={() => setEdited('new')}>{words.newPlan}</Button>}
    >
      <Card flush>
        <Result read={read} field="plans">
          {(plans) => (
            <Rows
              label={words.plans}
              rows={plans}
              keyOf={({ name }) => name}
              columns={[
                { title: common.name, cell: ({ name }) => <strong>{name || words.noPlan}</strong> },
                { title: words.quotaEmail, end: true, cell: ({ quota }) => shown(quota.email) },
                { title: words.quotaSms, end: true, cell: ({ quota }) => shown(quota.sms) },
                { title: words.quotaPush, end: true, wide: true, cell: ({ quota }) => shown(quota.push) },
                { title: words.callsSend, end: true, wide: true, cell: (plan) => shown(plan.callsPerMinute.send) },
                { title: words.callsRead, end: true, wide: true, cell: (plan) => shown(plan.callsPerMinute.read) },
                {
                  title: '',
                  width: '80px',
                  actions: true,
                  cell: (plan) => (
                    <Button size="compact-sm" variant="subtle" onClick={() => setEdited(plan)}>
                      {common.edit}
                    </Button>
                  ),
                },
              ]}
            />
          )}
        </Result>
      </Card>
      {edited && (
        <PlanDialog
          key={edited === 'new' ? '' : edited.name}
          plan={edited === 'new' ? undefined : edited}
          close={() => setEdited(null)}
        />
      )}
    </Screen>
  );
}

const FIELDS = [
  ['email', 'quotaEmail'],
  ['sms', 'quotaSms'],
  ['push', 'quotaPush'],
  ['send', 'callsSend'],
  ['write', 'callsWrite'],
  ['read', 'callsRead'],
] as const;

function PlanDialog({ plan, close }: { plan: Plan | undefined; close: () => void }) {
  const words = useConsoleWords();
  const common = useCommon();
  const limits = { ...plan?.quota, ...plan?.callsPerMinute };
  const form = useForm({
    initialValues: {
      name: plan?.name ?? '',
      ...(Object.fromEntries(FIELDS.map(([field]) => [field, String(limits[field] ?? '')])) as Record<
        (typeof FIELDS)[number][0],
        string
      >),
    },
    validate: { name: (value) => (value.trim() ? null : words.need) },
  });
  const create = useWrite(CreatePlanDocument, words.changed, form);
  const update = useWrite(UpdatePlanDocument, words.changed, form);
  const submit = form.onSubmit(async ({ name, email, sms, push, send, write, read }) => {
    const quota = { email: limitOf(email), sms: limitOf(sms), push: limitOf(push) };
    const callsPerMinute = { send: limitOf(send), write: limitOf(write), read: limitOf(read) };
    const done = plan
      ? await update.run({ name: plan.name, input: { quota, callsPerMinute } })
      : await create.run({ input: { name, quota, callsPerMinute } });
    if (done) close();
  });
  return (
    <FormDialog
      opened
      close={close}
      title={plan ? plan.name || words.noPlan : words.newPlan}
      submit={common.save}
      running={create.running || update.running}
      onSubmit={submit}
    >
      {!plan && <TextInput label={common.name} data-autofocus {...form.getInputProps('name')} />}
      {FIELDS.map(([field, label]) => (
        <TextInput
          key={field}
          label={words[label]}
          placeholder={words.unlimited}
          inputMode="numeric"
          {...form.getInputProps(field)}
        />
      ))}
    </FormDialog>
  );
}

/** A limit as it is typed; null without one. */
export const limitOf = (typed: string): number | null => (typed.trim() === '' ? null : Number(typed));
