import { Args, Query, Resolver } from '@nestjs/graphql';
import { currentTenantId, Session } from '#libs/core/auth';
import { knownArgument } from '#libs/core/graphql';
import { ReceivedTextView, toFilter } from '../received-text.dto.js';
import type { ReceivedText } from '../received-text.entity.js';
import { ReceivedTextsService } from '../received-texts.service.js';
import { ReceivedTextConnection, ReceivedTextConnectionArgs } from './received-text.types.js';

/** The received text that the argument `id` names. */
const ReceivedTextArgument = knownArgument('id', ReceivedTextsService, (texts, id) =>
  texts.find(currentTenantId(), id),
);

@Session()
@Resolver(() => ReceivedTextView)
export class ReceivedTextsResolver {
  constructor(private readonly texts: ReceivedTextsService) {}

  @Query(() => ReceivedTextConnection, {
    nullable: true,
    description: 'The texts that telephones sent to the numbers of the account, newest first.',
  })
  receivedTexts(@Args() args: ReceivedTextConnectionArgs): Promise<ReceivedTextConnection> {
    return ReceivedTextConnection.read(args, (page) => this.texts.listPage(currentTenantId(), toFilter(args), page));
  }

  @Query(() => ReceivedTextView, { nullable: true, description: 'One received text.' })
  receivedText(@ReceivedTextArgument() text: ReceivedText): ReceivedTextView {
    return ReceivedTextView.of(text);
  }
}
