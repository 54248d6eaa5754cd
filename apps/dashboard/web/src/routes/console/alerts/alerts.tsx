import { ActionIcon, Button } from '@mantine/core';
import { BellOff, Pencil } from 'lucide-react';
import { useState } from 'react';
import { usePages, useRead } from '#web/graphql/use-read.ts';
import { useWrite } from '#web/graphql/use-write.ts';
import { useCommon } from '#web/i18n/common.ts';
import { number } from '#web/i18n/formats.ts';
import { StatusBadge } from '#web/parts/badge.tsx';
import { RemoveButton } from '#web/parts/remove-button.tsx';
import { Result } from '#web/parts/result.tsx';
import { PagedRows } from '#web/parts/paged-rows.tsx';
import { Rows } from '#web/parts/rows.tsx';
import { Card, Screen } from '#web/parts/screen.tsx';
import { BY_TIME, useSort } from '#web/parts/sort.ts';
import { Empty } from '#web/parts/states.tsx';
import { OF_TIME, When } from '#web/parts/when.tsx';
import { AlertDialog, type Rule } from './alert-dialog.tsx';
import { AlertEventsDocument, AlertsDocument, DeleteAlertDocument } from './alerts.generated.ts';
import { conditionOf } from './metrics.ts';
import { useAlertsWords } from './words.ts';

export default function Alerts() {
  const words = useAlertsWords();
  const common = useCommon();
  // The rule that is changed; null for a new one, undefined while the dialog is closed.
  const [edited, setEdited] = useState<Rule | null>();
  const sort = useSort(['newest', 'oldest']);
  const read = useRead(AlertsDocument, {});
  const events = usePages(AlertEventsDocument, { sort: sort.current }, 'platformAlertEvents');
  const remove = useWrite(DeleteAlertDocument);
  return (
    <Screen
      title={words.alerts}
      lead={words.alertsLead}
      actions={<Button onClick={() => setEdited(null)}>{words.newAlert}</Button>}
    >
      <Card flush title={words.rules}>
        <Result read={read} field="platformAlerts" rows={3}>
          {(rules) =>
            rules.length === 0 ? (
              <Empty title={words.none} icon={BellOff} />
            ) : (
              <Rows
                label={words.rules}
                rows={rules}
                keyOf={({ id }) => id}
                columns={[
                  { title: common.name, width: '2fr', cell: ({ name }) => <strong>{name}</strong> },
                  { title: words.rule, width: '2fr', cell: (rule) => <code>{conditionOf(rule)}</code> },
                  { title: words.now, end: true, cell: ({ value }) => (value == null ? '–' : number(value)) },
                  {
                    title: common.status,
                    cell: ({ state, active }) => <StatusBadge status={active ? state : 'disabled'} />,
                  },
                  {
                    title: '',
                    width: '84px',
                    actions: true,
                    cell: (rule) => (
                      <>
                        <ActionIcon
                          variant="subtle"
                          aria-label={`${common.edit}: ${rule.name}`}
                          onClick={() => setEdited(rule)}
                        >
                          <Pencil size={16} />
                        </ActionIcon>
                        <RemoveButton
                          what={rule.name}
                          title={words.removeTitle(rule.name)}
                          run={() => remove.run({ id: rule.id })}
                        >
                          {words.removeAlert}
                        </RemoveButton>
                      </>
                    ),
                  },
                ]}
              />
            )
          }
        </Result>
      </Card>
      <Card flush title={words.events}>
        <PagedRows
          label={words.events}
          read={events}
          sort={sort}
          keyOf={({ alertId, occurredAt, type }) => `${alertId} ${occurredAt} ${type}`}
          columns={[
            { title: common.name, width: '2fr', cell: ({ name }) => <strong>{name}</strong> },
            { title: common.status, cell: ({ type }) => <StatusBadge status={type} /> },
            { title: words.value, end: true, cell: ({ value }) => (value == null ? '–' : number(value)) },
            { title: words.at, ...OF_TIME, sort: BY_TIME, cell: ({ occurredAt }) => <When at={occurredAt} /> },
          ]}
          empty={<Empty title={words.noEvents} icon={BellOff} />}
        />
      </Card>
      <AlertDialog key={edited?.id ?? 'new'} rule={edited} close={() => setEdited(undefined)} />
    </Screen>
  );
}
