import { ArgsType, ObjectType } from '@nestjs/graphql';
import { connectionOf, GraphqlObject } from '#libs/core/graphql';
import { VersionObject } from '../version.dto.js';
import type { VersionKey, VersionSummary } from '../../pages/page-version.repository.js';

@GraphqlObject('Version', 'The document of a page at one time; it never changes.')
export class VersionNode extends VersionObject {
  key: VersionKey;

  static override of(version: VersionSummary): VersionNode {
    const { pageId, number } = version;
    return { ...VersionObject.of(version), key: { pageId, number } };
  }
}

const versions = connectionOf('Version', VersionNode, { max: 100, position: ({ number }) => [number] });

@ArgsType()
export class VersionConnectionArgs extends versions.Args {}

@ObjectType()
export class VersionConnection extends versions.Connection {}
