import { Injectable } from '@nestjs/common';
import { metrics } from '#libs/core/observability';

/** Prometheus metrics of sending by SMTP. */
@Injectable()
export class SmtpMetrics {
  private readonly accepted = metrics.registerCounter({
    name: 'smtp_sending_accepted_total',
    help: 'Messages that were accepted by SMTP to be sent',
  });
  private readonly rejected = metrics.registerCounter({
    name: 'smtp_sending_rejected_total',
    help: 'Messages and clients of SMTP that were rejected, by the code of the reply or the limit of the listener',
    labelNames: ['why'],
  });

  countAccepted(): void {
    this.accepted.inc();
  }

  countRejected(why: string): void {
    this.rejected.inc({ why });
  }
}
