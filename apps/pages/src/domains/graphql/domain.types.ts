import { GraphqlObject } from '#libs/core/graphql';
import { DomainObject } from '../domain.dto.js';

@GraphqlObject('Domain', 'A host that the account has claimed.')
export class DomainNode extends DomainObject {}
