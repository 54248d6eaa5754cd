import { Button } from '@mantine/core';
import { Lightbulb } from 'lucide-react';
import { useRead } from '#web/graphql/use-read.ts';
import { useWrite } from '#web/graphql/use-write.ts';
import { useCommon } from '#web/i18n/common.ts';
import { StatusBadge } from '#web/parts/badge.tsx';
import { Panel } from '#web/parts/panel.tsx';
import { Result } from '#web/parts/result.tsx';
import { Rows } from '#web/parts/rows.tsx';
import { Empty } from '#web/parts/states.tsx';
import { OF_TIME, When } from '#web/parts/when.tsx';
import {
  ApplySuggestionDocument,
  BlockSuggestionsDocument,
  ComputeSuggestionsDocument,
  DismissSuggestionDocument,
} from '../console.generated.ts';
import { useConsoleWords } from '../words.ts';

/** What the figures give reason to block. */
export function Suggestions() {
  const words = useConsoleWords();
  const common = useCommon();
  const read = useRead(BlockSuggestionsDocument, {});
  const compute = useWrite(ComputeSuggestionsDocument);
  const apply = useWrite(ApplySuggestionDocument, words.changed);
  const dismiss = useWrite(DismissSuggestionDocument, words.changed);
  return (
    <Panel
      actions={
        <Button variant="default" loading={compute.running} onClick={() => void compute.run({})}>
          {words.compute}
        </Button>
      }
    >
      <Result read={read} field="blockSuggestions" rows={3}>
        {(suggestions) =>
          suggestions.length === 0 ? (
            <Empty title={words.empty} icon={Lightbulb} />
          ) : (
            <Rows
              label={words.suggestions}
              rows={suggestions}
              keyOf={({ id }) => id}
              columns={[
                { title: words.value, width: '2fr', cell: ({ value }) => <strong>{value}</strong> },
                { title: words.signal, cell: ({ signal }) => signal },
                { title: common.created, ...OF_TIME, cell: ({ createdAt }) => <When at={createdAt} /> },
                {
                  title: '',
                  width: '190px',
                  actions: true,
                  cell: ({ id, value, status }) =>
                    status === 'open' ? (
                      <>
                        <Button
                          size="compact-sm"
                          variant="subtle"
                          color="bad"
                          aria-label={`${words.apply}: ${value}`}
                          onClick={() => void apply.run({ id })}
                        >
                          {words.apply}
                        </Button>
                        <Button
                          size="compact-sm"
                          variant="subtle"
                          aria-label={`${words.dismiss}: ${value}`}
                          onClick={() => void dismiss.run({ id })}
                        >
                          {words.dismiss}
                        </Button>
                      </>
                    ) : (
                      <StatusBadge status={status} />
                    ),
                },
              ]}
            />
          )
        }
      </Result>
    </Panel>
  );
}
