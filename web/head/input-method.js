// Keys during a composition belong to the input method: Enter confirms a conversion and Escape cancels it. No handler of
// the page is called for them. Safari reports the key that ends a composition after its end, with the code 229.
addEventListener(
  'keydown',
  (event) => {
    if (event.isComposing || event.keyCode === 229) event.stopImmediatePropagation();
  },
  true,
);
