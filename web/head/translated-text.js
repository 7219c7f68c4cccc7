// Translators of browsers, and some extensions, put elements of their own in place of text nodes. React goes on with the
// nodes that it made: it fails to remove one that is elsewhere or to insert before it, and a change of one is not seen.
// Here a text is put back before React touches it; a translator then translates it again. Runs before there is any text.
{
  /** What stands in place of a text, or of what stood there before. */
  const standIns = new WeakMap();
  /** The texts that stood where a node stands now, in their order. */
  const replacedBy = new WeakMap();

  function standIn(node, taken) {
    const texts = replacedBy.get(node) ?? new Set();
    replacedBy.set(node, texts);
    standIns.delete(node);
    for (const one of taken) {
      replacedBy.get(standIns.get(one))?.delete(one);
      standIns.set(one, node);
      if (one instanceof Text) texts.add(one);
    }
  }

  // Of the steps of a translator that belong together.
  let gaps = [];
  let latest;

  function forgetSteps() {
    gaps = [];
    latest = undefined;
  }

  /** Finds what was put in place of texts: in one step, or beside them before or after they were removed. */
  function follow(records) {
    for (const { target, addedNodes, removedNodes, previousSibling, nextSibling } of records) {
      const [added] = addedNodes;
      latest = added ?? latest;
      const taken = [...removedNodes].filter(
        (node) => (node instanceof Text || replacedBy.has(node)) && node.parentNode !== target,
      );
      if (taken.length > 0) {
        const isBeside = latest && (latest === previousSibling || latest === nextSibling);
        if (added || isBeside) standIn(latest, taken);
        else gaps.push({ target, previousSibling, nextSibling, taken });
      } else if (added) {
        const gap = gaps.find(
          (one) =>
            one.target === target &&
            one.previousSibling === previousSibling &&
            one.nextSibling === nextSibling,
        );
        if (!gap) continue;
        standIn(added, gap.taken);
        latest = undefined;
      }
    }
  }

  const observer = new MutationObserver((records) => {
    follow(records);
    forgetSteps();
  });
  observer.observe(document, { childList: true, subtree: true });

  /** Puts a text back, in this parent if one is given, with those that were replaced together with it. */
  function putBack(text, parent) {
    follow(observer.takeRecords());
    queueMicrotask(forgetSteps);
    let before = text;
    let node = standIns.get(text);
    while (node && !node.isConnected) {
      before = node;
      node = standIns.get(node);
    }
    if (!node || node === text || (parent && node.parentNode !== parent)) return;
    const together = [...replacedBy.get(node)];
    const texts =
      before instanceof Text ? together.map((one) => (one === before ? text : one)) : [text];
    replacedBy.delete(node);
    for (const one of texts) standIns.delete(one);
    node.replaceWith(...texts);
    // Putting back is no translation.
    observer.takeRecords();
  }

  /** The child of the parent that is this node; for a text, also what is around it. Null when there is none. */
  function childOf(parent, node) {
    if (!(node instanceof Text) || node.parentNode === parent) return node;
    putBack(node, parent);
    let child = node;
    while (child && child.parentNode !== parent) child = child.parentNode;
    return child;
  }

  /** A text that is moved leaves nothing in its place. */
  function takeFrom(parent, node) {
    if (node instanceof Text && !node.isConnected) putBack(node, parent);
  }

  const { prototype } = Node;
  const ownOf = (name) => Object.getOwnPropertyDescriptor(prototype, name);
  const [append, insert, remove] = ['appendChild', 'insertBefore', 'removeChild'].map(
    (name) => ownOf(name).value,
  );
  const nodeValue = ownOf('nodeValue');
  Object.assign(prototype, {
    appendChild(child) {
      takeFrom(this, child);
      return append.call(this, child);
    },
    insertBefore(child, next) {
      takeFrom(this, child);
      return insert.call(this, child, childOf(this, next));
    },
    removeChild(child) {
      const held = childOf(this, child);
      if (held) remove.call(this, held);
      return child;
    },
  });
  Object.defineProperty(prototype, 'nodeValue', {
    ...nodeValue,
    set(value) {
      if (this instanceof Text && !this.isConnected) putBack(this);
      nodeValue.set.call(this, value);
    },
  });
}
