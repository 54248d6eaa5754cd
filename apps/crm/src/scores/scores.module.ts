import { Module } from '@nestjs/common';
import { ContactChangesModule } from '../contact-changes/contact-changes.module.js';
import { ContactsModule } from '../contacts/contacts.module.js';
import { CriteriaModule } from '../criteria/criteria.module.js';
import { KeysModule } from '../keys/keys.module.js';
import { ContactScoreController } from './contact-score.controller.js';
import { ContactScores } from './contact-scores.js';
import { ScoresResolver } from './graphql/scores.resolver.js';
import { ScoreChanges } from './score-changes.js';
import { ScoreContactsProcessor } from './score-contacts.processor.js';
import { ScoreDays } from './score-days.js';
import { ScoreRulesRepository } from './score-rules.repository.js';
import { ScoreEraser } from './score.eraser.js';
import { ScoresController } from './scores.controller.js';
import { ScoresService } from './scores.service.js';

/** Scores of contacts, by rules of the account. */
@Module({
  imports: [ContactChangesModule, ContactsModule, CriteriaModule, KeysModule],
  controllers: [ContactScoreController, ScoresController],
  providers: [
    ContactScores,
    ScoreChanges,
    ScoreContactsProcessor,
    ScoreDays,
    ScoreEraser,
    ScoreRulesRepository,
    ScoresResolver,
    ScoresService,
  ],
})
export class ScoresModule {}
