/** An action in a menu. */
export interface MenuAction {
  readonly label: string;
  /** Destination of a link; otherwise `onSelect` is called. */
  readonly href?: string | undefined;
  readonly onSelect?: (() => void) | undefined;
  readonly isDisabled?: boolean | undefined;
}
