import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { KeyInHeader } from '#libs/core/auth';
import { invalidField, Problem } from '#libs/core/http';
import { Sends } from '../../../plans/sends.js';
import { TemplateNames } from '../../emails/template-names.js';
import { TheirEmails } from '../../emails/their-emails.js';
import { TheirFields } from '../../frame/their-fields.js';
import { fromAccepted, fromResults } from './from-results.js';
import { LIST_WANTED } from '../postmark-envelope.js';
import { TOKEN } from '../postmark-token.js';
import { templateNameOf, toSendRequest, toTemplatedRequest } from './to-send-request.js';

type ToRequest = (body: unknown) => object;

/** E-mails as clients of Postmark send them. */
@ApiExcludeController()
@Controller('email')
export class PostmarkEmailsController {
  constructor(
    private readonly emails: TheirEmails,
    private readonly templates: TemplateNames,
  ) {}

  @Post()
  @HttpCode(200)
  @KeyInHeader('emails:send', TOKEN)
  @Sends()
  send(@Body() body: unknown): Promise<object> {
    return this.sendOne(body, toSendRequest);
  }

  @Post('withTemplate')
  @HttpCode(200)
  @KeyInHeader('emails:send', TOKEN)
  @Sends()
  async sendTemplated(@Body() body: unknown): Promise<object> {
    const ids = await this.templates.idsOf([templateNameOf(body)]);
    return this.sendOne(body, (one) => toTemplatedRequest(one, ids));
  }

  @Post('batch')
  @HttpCode(200)
  @KeyInHeader('emails:send', TOKEN)
  @Sends()
  sendBatch(@Body() body: unknown): Promise<object[]> {
    return this.sendAll(body, 'The body', toSendRequest);
  }

  @Post('batchWithTemplates')
  @HttpCode(200)
  @KeyInHeader('emails:send', TOKEN)
  @Sends()
  async sendTemplatedBatch(@Body() body: unknown): Promise<object[]> {
    const messages = TheirFields.of(body).value('Messages');
    const bodies = Array.isArray(messages) ? (messages as unknown[]) : [];
    const ids = await this.templates.idsOf(bodies.flatMap(nameIfAny));
    return this.sendAll(messages, 'Messages', (one) => toTemplatedRequest(one, ids));
  }

  private async sendOne(body: unknown, toRequest: ToRequest): Promise<object> {
    const { messageIds } = await this.emails.send(toRequest(body), undefined, body as object);
    return fromAccepted(body, messageIds, new Date());
  }

  /** @param name of the list, for who gives something else */
  private async sendAll(bodies: unknown, name: string, toRequest: ToRequest): Promise<object[]> {
    if (!Array.isArray(bodies)) throw invalidField('ValidationError', name, LIST_WANTED);
    const requests = bodies.map((body: unknown) => requestOrProblem(body, toRequest));
    const { results } = await this.emails.sendBatch(requests, undefined, bodies);
    return fromResults(bodies, results, new Date());
  }
}

/** A malformed message is its Problem, which becomes its result. */
function requestOrProblem(body: unknown, toRequest: ToRequest): object {
  try {
    return toRequest(body);
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}

/** The template that a message names; none of a malformed one, whose result tells why. */
function nameIfAny(body: unknown): string[] {
  try {
    return [templateNameOf(body)];
  } catch {
    return [];
  }
}
