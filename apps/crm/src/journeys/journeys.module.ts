import { Module } from '@nestjs/common';
import { AlertsModule } from '../alerts/alerts.module.js';
import { AccountSettingsModule } from '../account-settings/account-settings.module.js';
import { ConsentModule } from '../consent/consent.module.js';
import { ContactChangesModule } from '../contact-changes/contact-changes.module.js';
import { ContactEventsModule } from '../contact-events/contact-events.module.js';
import { ContactsModule } from '../contacts/contacts.module.js';
import { CriteriaModule } from '../criteria/criteria.module.js';
import { CustomFieldsModule } from '../custom-fields/custom-fields.module.js';
import { DestinationsModule } from '../destinations/destinations.module.js';
import { KeysModule } from '../keys/keys.module.js';
import { JourneyCriteriaReader } from './definition/journey-criteria.js';
import { JourneyReader } from './definition/journey-definition.js';
import { JourneyWatch } from './definition/journey-watch.js';
import { JourneyRepository } from './definition/journey.repository.js';
import { JourneyEraser } from './definition/journey.eraser.js';
import { JourneysController } from './definition/journeys.controller.js';
import { JourneysService } from './definition/journeys.service.js';
import { StepsReader } from './definition/read-steps.js';
import { TriggerReader } from './definition/read-trigger.js';
import { ListJoins } from './effects/list-joins.js';
import { MessageRecipientsReader } from './effects/message-recipients.js';
import { MessageRequests } from './effects/message-requests.js';
import { StageChanges } from './effects/stage-changes.js';
import { StepEffects } from './effects/step-effects.js';
import { WebhookCalls } from './effects/webhook-calls.js';
import { ExitJudge } from './engine/exit-judge.js';
import { DailySteps } from './engine/daily-steps.js';
import { FailedSteps } from './engine/failed-steps.js';
import { JourneyAdvance } from './engine/journey-advance.js';
import { JourneyClock } from './engine/journey-clock.js';
import { JourneyEngine } from './engine/journey-engine.js';
import { JourneyWakeup } from './engine/journey-wakeup.js';
import { Judgements } from './engine/judgements.js';
import { EnrollmentRetention } from './enrollments/enrollment-retention.js';
import { EnrollmentStates } from './enrollments/enrollment-states.js';
import { EnrollmentWriter } from './enrollments/enrollment-writer.js';
import { EnrollmentEraser } from './enrollments/enrollment.eraser.js';
import { JourneyEntries } from './enrollments/journey-entries.js';
import { JourneyFacts } from './enrollments/journey-facts.js';
import { ContactJourneysService } from './figures/contact-journeys.service.js';
import { JourneyFiguresService } from './figures/journey-figures.service.js';
import { JourneyWaysController } from './figures/journey-ways.controller.js';
import { ContactJourneysResolver } from './graphql/contact-journeys.resolver.js';
import { JourneyWaysResolver } from './graphql/journey-ways.resolver.js';
import { JourneysResolver } from './graphql/journeys.resolver.js';
import { MessagingSettingsResolver } from './graphql/messaging-settings.resolver.js';
import { MessagingSettingsController } from './settings/messaging-settings.controller.js';
import { MessagingSettingsRepository } from './settings/messaging-settings.repository.js';
import { MessagingSettingsService } from './settings/messaging-settings.service.js';
import { JourneySimulation } from './simulation/journey-simulation.js';
import { CapturedLeadTrigger } from './triggers/captured-lead.trigger.js';
import { ChangedContactsTrigger } from './triggers/changed-contacts.trigger.js';
import { InactivityTrigger } from './triggers/inactivity.trigger.js';
import { PixelEventsTrigger } from './triggers/pixel-events.trigger.js';
import { MailDeedsTrigger } from './triggers/mail-deeds.trigger.js';

/** Journeys of contacts, and the engine that takes them through. */
@Module({
  imports: [
    AlertsModule,
    AccountSettingsModule,
    ConsentModule,
    ContactChangesModule,
    ContactEventsModule,
    ContactsModule,
    CriteriaModule,
    CustomFieldsModule,
    DestinationsModule,
    KeysModule,
  ],
  controllers: [JourneysController, JourneyWaysController, MessagingSettingsController],
  providers: [
    CapturedLeadTrigger,
    ChangedContactsTrigger,
    ContactJourneysResolver,
    ContactJourneysService,
    DailySteps,
    EnrollmentEraser,
    EnrollmentRetention,
    EnrollmentStates,
    EnrollmentWriter,
    ExitJudge,
    FailedSteps,
    InactivityTrigger,
    JourneyAdvance,
    JourneyClock,
    JourneyCriteriaReader,
    JourneyEngine,
    JourneyEntries,
    JourneyEraser,
    JourneyFacts,
    JourneyFiguresService,
    JourneyReader,
    JourneyRepository,
    JourneySimulation,
    JourneysResolver,
    JourneysService,
    JourneyWakeup,
    JourneyWatch,
    JourneyWaysResolver,
    Judgements,
    ListJoins,
    MailDeedsTrigger,
    MessageRecipientsReader,
    MessageRequests,
    MessagingSettingsRepository,
    MessagingSettingsResolver,
    MessagingSettingsService,
    PixelEventsTrigger,
    StageChanges,
    StepEffects,
    StepsReader,
    TriggerReader,
    WebhookCalls,
  ],
})
export class JourneysModule {}
