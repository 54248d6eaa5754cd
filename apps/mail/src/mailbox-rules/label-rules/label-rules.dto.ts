import { ApiProperty } from '@nestjs/swagger';
import { GraphqlInput, GraphqlObject } from '#libs/core/graphql';
import { Flag, MayBeAbsent } from '#libs/core/http';
import { SYSTEM_LABELS, type SystemLabel } from '../../labels/label-values.js';
import { LABEL_RULES } from './label-rules.js';

@GraphqlInput('MailboxLabelRulesInput', 'What is absent stays.')
export class SetLabelRulesRequest implements Partial<Record<SystemLabel, boolean>> {
  @MayBeAbsent()
  @Flag({ description: LABEL_RULES.importante })
  importante?: boolean;

  @MayBeAbsent()
  @Flag({ description: LABEL_RULES.pessoal })
  pessoal?: boolean;

  @MayBeAbsent()
  @Flag({ description: LABEL_RULES.promocoes })
  promocoes?: boolean;

  @MayBeAbsent()
  @Flag({ description: LABEL_RULES.notificacoes })
  notificacoes?: boolean;
}

@GraphqlObject('MailboxLabelRule', 'Whether a mailbox sets a label of the system by itself.')
export class LabelRuleObject {
  @ApiProperty({ enum: SYSTEM_LABELS })
  label: SystemLabel;

  @ApiProperty({ description: 'Whether mail that arrives gets the label by itself.' })
  enabled: boolean;

  @ApiProperty({ description: 'Which mail gets it.' })
  description: string;
}

export class LabelRulesResponse {
  @ApiProperty({ type: [LabelRuleObject] })
  rules: LabelRuleObject[];

  static of(disabled: readonly SystemLabel[]): LabelRulesResponse {
    const ruleOf = (label: SystemLabel) => ({
      label,
      enabled: !disabled.includes(label),
      description: LABEL_RULES[label],
    });
    return { rules: SYSTEM_LABELS.map(ruleOf) };
  }
}
