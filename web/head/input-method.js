// Keys during a composition belong to the input method: Enter confirms a conversion and Escape cancels it. No handler of
// the page is called for them. Safari reports the key that ends a composition after its end, with the code 229.
addEventListener(
  'keydown',
  (event) => {
    if (!event.isComposing && event.keyCode !== 229) return;
    event.stopImmediatePropagation();
    // Nor does the browser empty a search field or close a dialog.
    if (event.key === 'Escape') event.preventDefault();
  },
  true,
);
