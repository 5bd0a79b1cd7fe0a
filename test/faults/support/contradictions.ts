import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { parseUploadPath } from '../../../shared/domain/uploads/store-path.ts';
import {
  chainPartition,
  comparisonKey,
  credentialsKey,
  documentKey,
  encode,
  fileHolderKey,
  type Key,
  MEMBER_PREFIX,
  membershipKey,
  projectPartition,
  REVISION_PREFIX,
  tombstoneKey,
  uploadKey,
} from '../../../shared/table/keys.ts';
import type { Items } from './table-state.ts';

// biome-ignore lint/suspicious/noExplicitAny: items of every kind
type Plain = Record<string, any>;

/** The items of the tables by their keys. */
class Stock {
  readonly all = new Map<string, Plain>();

  constructor(items: Items) {
    for (const item of items.values()) {
      const plain = unmarshall(item as Record<string, AttributeValue>);
      this.all.set(`${plain.pk} ${plain.sk}`, plain);
    }
  }

  at({ pk, sk }: Key): Plain | undefined {
    return this.all.get(`${pk} ${sk}`);
  }

  ofSort(sort: string): Plain[] {
    return [...this.all.values()].filter((item) => item.sk === sort);
  }

  below(prefix: string): Plain[] {
    return [...this.all.values()].filter(({ sk }) => String(sk).startsWith(prefix));
  }

  /** The documents whose purge has not begun. */
  get documents(): Plain[] {
    return this.ofSort('DOCUMENT').filter(({ purge_started_at }) => purge_started_at === undefined);
  }
}
/** Returns the sentence if the condition does not hold. */
const unless = (holds: boolean, sentence: string): string[] => (holds ? [] : [sentence]);

const chainOf = ({ organization_id, project_id, revision_root }: Plain) =>
  chainPartition(organization_id, project_id, revision_root);

/** Each chain has one latest revision, which its pointer names. */
const inChain = (stock: Stock, chain: string, members: Plain[]): string[] => {
  const isLive = members.some(({ is_deleted }) => !is_deleted);
  const latest = members.filter(({ is_latest }) => is_latest);
  const hasOne = !isLive || (latest.length === 1 && !latest[0]?.is_deleted);
  const pointer = stock.at({ pk: chain, sk: 'LATEST' });
  const found = unless(hasOne, `${chain} has not one latest revision`);
  if (!pointer) return [...found, ...unless(members.length === 1, `${chain} has no pointer`)];
  const named = members.find(({ document_id }) => document_id === pointer.document_id);
  return [
    ...found,
    ...unless(named?.is_latest === true, `${chain} points to ${pointer.document_id}, which is not the latest`),
    ...unless(named?.is_deleted === pointer.is_deleted, `${chain} does not say whether its latest is deleted`),
  ];
};
/** The documents of a chain are its revisions. */
const inChains = (stock: Stock): string[] => {
  const all = stock.ofSort('DOCUMENT');
  return [
    ...[...Map.groupBy(stock.documents, chainOf)].flatMap(([chain, members]) => inChain(stock, chain, members)),
    ...stock.below(REVISION_PREFIX).flatMap(({ pk, document_id: id }) => {
      const document = all.find(({ document_id }) => document_id === id);
      return unless(document !== undefined && chainOf(document) === pk, `${pk} lists ${id}, which is not of it`);
    }),
    ...stock.documents.flatMap((document) => {
      const sort = `${REVISION_PREFIX}${document.created_at}#${encode(document.document_id)}`;
      const isListed = document.revision_of === null || stock.at({ pk: chainOf(document), sk: sort }) !== undefined;
      return unless(isListed, `${document.document_id} is missing from its chain`);
    }),
  ];
};

/** Members and projects name each other. */
const inMembers = (stock: Stock): string[] =>
  stock.below(MEMBER_PREFIX).flatMap(({ pk, record_version, organization_id, project_id, user_id, id }) => {
    if (record_version !== undefined) {
      const entry = { pk: projectPartition(organization_id, project_id), sk: `${MEMBER_PREFIX}${encode(user_id)}` };
      return unless(stock.at(entry) !== undefined, `${pk} is a member that the project does not list`);
    }
    const [, organization = '', , project = ''] = String(pk).split('#');
    const key = membershipKey(decodeURIComponent(organization), id.user_id, decodeURIComponent(project));
    return unless(stock.at(key) !== undefined, `${pk} lists a member ${id.user_id} that is none`);
  });

/** Comparisons name existing documents, and documents name one of their comparisons. */
const inComparisons = (stock: Stock): string[] => [
  ...stock
    .ofSort('COMPARISON')
    .flatMap(({ organization_id, id, original_drawing_id, comparison_drawing_id }) =>
      [original_drawing_id, comparison_drawing_id].flatMap((document) =>
        unless(stock.at(documentKey(organization_id, document)) !== undefined, `Comparison ${id} shows ${document}`),
      ),
    ),
  ...stock.documents.flatMap(({ organization_id, document_id, drawing_comparison_id: id }) => {
    const comparison = id === null ? undefined : stock.at(comparisonKey(organization_id, id));
    const sides = [comparison?.original_drawing_id, comparison?.comparison_drawing_id];
    return unless(id === null || sides.includes(document_id), `${document_id} names ${id}, which does not show it`);
  }),
];

/** Every file has its documents as holders, and an upload names the document that registered it. */
const inFiles = (stock: Stock): string[] => {
  const documents = new Set(stock.ofSort('DOCUMENT').map(({ document_id }) => document_id));
  return [
    ...stock.documents.flatMap(({ organization_id, store_path, document_id }) => {
      const uploadId = parseUploadPath(store_path)?.uploadId;
      if (uploadId === undefined) return [];
      const upload = stock.at(uploadKey(organization_id, uploadId));
      const holder = stock.at(fileHolderKey(organization_id, uploadId, document_id));
      return [
        ...unless(holder !== undefined, `${document_id} does not hold its file`),
        ...unless(upload?.document_id !== null, `Upload ${uploadId} does not name ${document_id}`),
      ];
    }),
    ...stock.below('HOLDER#').flatMap(({ pk, sk }) => {
      const id = decodeURIComponent(String(sk).slice('HOLDER#'.length));
      return unless(documents.has(id), `${pk} is held by ${id}, which is not there`);
    }),
  ];
};

/** Systems name their credentials, and there are no others. */
const inSystems = (stock: Stock): string[] => {
  const systems = stock.ofSort('SYSTEM');
  return [
    ...systems.flatMap(({ organization_id, system_id, credentials_id }) => {
      const stored = stock.at(credentialsKey(organization_id, system_id))?.credentials_id ?? null;
      return unless(stored === credentials_id, `System ${system_id} has other credentials`);
    }),
    ...unless(stock.ofSort('CREDENTIALS').length <= systems.length, 'There are credentials of no system'),
  ];
};

const inOrganizations = (stock: Stock): string[] =>
  stock
    .ofSort('ORGANIZATION')
    .flatMap(({ organization_id: id }) =>
      unless(stock.at(tombstoneKey(id)) === undefined, `${id} stands and was deleted`),
    );

/**
 * Returns a sentence for each contradiction in the tables between chains, members, comparisons, credentials, files and
 * organizations, in addition to what the operators' audit compares.
 */
export const contradictions = (items: Items): string[] => {
  const stock = new Stock(items);
  return [inChains, inMembers, inComparisons, inFiles, inSystems, inOrganizations].flatMap((check) => check(stock));
};
