// Everything is readable without this: it adds a filter over the cases, and
// tables that sort.
(function () {
  "use strict";
  var box = document.getElementById("filter");
  var told = document.getElementById("filter-count");
  var groups = Array.prototype.slice.call(document.querySelectorAll("details.group"));
  function apply() {
    var wanted = box.value.trim().toLowerCase();
    var shown = 0;
    groups.forEach(function (group) {
      var inGroup = 0;
      group.querySelectorAll("tbody tr").forEach(function (row) {
        var fits = row.cells[0].textContent.toLowerCase().indexOf(wanted) >= 0;
        row.hidden = !fits;
        inGroup += fits ? 1 : 0;
      });
      group.hidden = inGroup === 0;
      group.open = wanted !== "" && inGroup > 0;
      shown += inGroup;
    });
    told.textContent = wanted === "" ? "" : shown + (shown === 1 ? " case" : " cases");
  }
  if (box && groups.length > 0) {
    document.getElementById("filter-box").hidden = false;
    box.addEventListener("input", apply);
  }

  function key(row, column) {
    var cell = row.cells[column];
    var value = cell.getAttribute("data-sort");
    return value === null ? cell.textContent : parseFloat(value);
  }
  function sort(table, heading, column) {
    var down = heading.getAttribute("aria-sort") === "ascending";
    var body = table.tBodies[0];
    var rows = Array.prototype.slice.call(body.rows);
    rows.sort(function (a, b) {
      var x = key(a, column), y = key(b, column);
      var order = x < y ? -1 : x > y ? 1 : 0;
      return down ? -order : order;
    });
    rows.forEach(function (row) { body.appendChild(row); });
    Array.prototype.forEach.call(heading.parentNode.cells, function (cell) {
      cell.removeAttribute("aria-sort");
    });
    heading.setAttribute("aria-sort", down ? "descending" : "ascending");
  }
  document.querySelectorAll("table.sortable").forEach(function (table) {
    Array.prototype.forEach.call(table.tHead.rows[0].cells, function (heading, column) {
      var button = document.createElement("button");
      button.type = "button";
      button.className = "sort";
      while (heading.firstChild) { button.appendChild(heading.firstChild); }
      heading.appendChild(button);
      button.addEventListener("click", function () { sort(table, heading, column); });
    });
  });
})();
