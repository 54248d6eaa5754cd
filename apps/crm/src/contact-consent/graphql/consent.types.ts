import { ArgsType, ObjectType } from '@nestjs/graphql';
import { connectionOf } from '#libs/core/graphql';
import { ConsentChangeObject } from '../consent.dto.js';

const changes = connectionOf('ConsentChange', ConsentChangeObject, { max: 200, position: ({ change }) => [change.id] });

@ArgsType()
export class ConsentChangeConnectionArgs extends changes.Args {}

@ObjectType()
export class ConsentChangeConnection extends changes.Connection {}
