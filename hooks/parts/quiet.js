// --- Never in the way: whatever happens, the client sees success and no words -----------------------------------

function quietly(main, milliseconds) {
  const leave = () => process.exit(0);
  process.on("uncaughtException", leave);
  process.on("unhandledRejection", leave);
  process.stdout.on("error", leave);
  setTimeout(leave, milliseconds).unref();
  main().then(leave, leave);
}
