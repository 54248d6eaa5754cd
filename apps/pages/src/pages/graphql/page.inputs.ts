import { GraphqlInput } from '#libs/graphql';
import { CreatePageRequest } from '../dto/page.requests.js';

@GraphqlInput('CreatePageInput')
export class CreatePageInput extends CreatePageRequest {}
