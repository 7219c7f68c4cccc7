/** The node of a distributed database (Citus) that holds the rows of a venue, with connections to it. */
import type { Pool } from 'pg';
import { listPlacedTables } from '../distribution/placement.ts';
import { codeOf } from '../start-error.ts';
import { type Lanes, type PoolPriority, withNode } from './lanes.ts';

export interface NodePlace {
  host: string;
  port: number;
}

interface Found {
  place: Promise<NodePlace | null>;
  /** Time in milliseconds at which the place is looked up again. */
  until: number;
}

const keptMs = 5 * 60_000;

/** With more, the places are forgotten, so that memory does not grow with the number of venues. */
const mostVenues = 50_000;

/**
 * A statement that reaches the node of its venue is planned once and crosses no other connection; through the coordinator
 * it is planned twice. A place that is out of date costs time and nothing else: any node runs any statement.
 */
export class VenueNodes {
  readonly #coordinator: Pool;
  readonly #open: ((place: NodePlace) => Lanes) | null;
  readonly #nodes = new Map<string, Lanes>();
  readonly #venues = new Map<string, Found>();
  #isDistributed: Promise<boolean> | undefined;

  /** @param open opens the pools of a node; null where everything goes through the coordinator */
  constructor(coordinator: Pool, open: ((place: NodePlace) => Lanes) | null) {
    this.#coordinator = coordinator;
    this.#open = open;
  }

  /** Null on a plain PostgreSQL, and where everything goes through the coordinator. */
  async poolOf(venueId: string, lane: PoolPriority): Promise<Pool | null> {
    if (this.#open === null) return null;
    const place = await this.#placeOf(venueId);
    if (place === null) return null;
    const name = nameOf(place);
    const lanes = this.#nodes.get(name) ?? this.#open(place);
    this.#nodes.set(name, lanes);
    return lanes[lane];
  }

  /** The node of a venue as host:port; null on a plain PostgreSQL. */
  async nodeOf(venueId: string): Promise<string | null> {
    const place = await this.#placeOf(venueId);
    return place && nameOf(place);
  }

  isDistributed(): Promise<boolean> {
    this.#isDistributed ??= this.#hasShards();
    this.#isDistributed.catch(() => (this.#isDistributed = undefined));
    return this.#isDistributed;
  }

  /** Looks the place of a venue up again at its next use, after its node could not be reached. */
  forget(venueId: string): void {
    this.#venues.delete(venueId);
  }

  #placeOf(venueId: string): Promise<NodePlace | null> {
    const known = this.#venues.get(venueId);
    if (known && known.until > Date.now()) return known.place;
    if (this.#venues.size >= mostVenues) this.#venues.clear();
    const place = this.#findPlace(venueId);
    this.#venues.set(venueId, { place, until: Date.now() + keptMs });
    place.catch(() => this.forget(venueId));
    return place;
  }

  async #findPlace(venueId: string): Promise<NodePlace | null> {
    if (!(await this.isDistributed())) return null;
    const { rows } = await this.#coordinator.query<NodePlace>(
      `select nodename as host, nodeport as port
       from pg_dist_placement join pg_dist_node using (groupid)
       where shardid = get_shard_id_for_distribution_column('orders', $1::uuid) and noderole = 'primary'`,
      [venueId],
    );
    return rows[0] ?? null;
  }

  async #hasShards(): Promise<boolean> {
    return (await listPlacedTables(this.#coordinator)).length > 0;
  }
}

const nameOf = ({ host, port }: NodePlace): string => `${host}:${port}`;

const undefinedTable = '42P01';
const undefinedFunction = '42883';

/**
 * Does `work`, a transaction or read of one venue, on the node of a distributed database that holds the venue. Where it
 * uses what only the coordinator has, such as the queue of jobs, it is undone and done again there.
 */
export async function onNode<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await withNode(true, work);
  } catch (error) {
    if (![undefinedTable, undefinedFunction].includes(codeOf(error))) throw error;
    return withNode(false, work);
  }
}
